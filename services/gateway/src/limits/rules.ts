/** Allows at most `max` requests within a window that begins with the first of them. */
export interface Rule {
  readonly windowMs: number;
  readonly max: number;
}

/** Says how a request stands with its limits. */
export interface Verdict {
  readonly allowed: boolean;
  /** The maximum of the rule closest to being exceeded; for a refused request, of the one that refuses longest. */
  readonly limit: number;
  readonly remaining: number;
  /** The moment at which it was counted, in UNIX milliseconds. */
  readonly atMs: number;
  /** Milliseconds from then until the window of this rule ends; for a refused request, until one is allowed again. */
  readonly resetMs: number;
}

/** Holds the rules of everybody who has none of their own. */
export interface LimitSettings {
  readonly user: readonly Rule[];
  readonly address: readonly Rule[];
  readonly polls: readonly Rule[];
  /** Limits on failed logins of one user name from one address. */
  readonly login: readonly Rule[];
  /** Limit failed logins of one user name from all addresses together. */
  readonly loginName: readonly Rule[];
  /** Limit how often e-mail is asked for to one address. */
  readonly mailRecipient: readonly Rule[];
  /** Limit how often e-mail is asked for from one client address. */
  readonly mailSender: readonly Rule[];
}

interface LimitConfig {
  readonly MODE: "development" | "production";
  readonly RATE_LIMIT_USER?: string | undefined;
  readonly RATE_LIMIT_IP?: string | undefined;
  readonly RATE_LIMIT_POLLS?: string | undefined;
  readonly RATE_LIMIT_LOGIN: string;
  readonly RATE_LIMIT_LOGIN_NAME: string;
  readonly RATE_LIMIT_MAIL: string;
  readonly RATE_LIMIT_MAIL_ADDRESS: string;
}

/** Allows as many requests as any test or benchmark sends. */
const developmentRule = "60:1000000";

/** Parses rules written as `seconds:count,…`; anything that is no rule is left out. */
export function parseRules(text: string): Rule[] {
  return text.split(",").flatMap((part) => {
    const match = /^(\d+):(\d+)$/.exec(part.trim());
    return match === null ? [] : [{ windowMs: Number(match[1]) * 1000, max: Number(match[2]) }];
  });
}

/** Reads the configured limits, with the defaults of the mode (docs/behaviour/api.md#rate-limits). */
export function limitSettings(config: LimitConfig): LimitSettings {
  const rules = (given: string | undefined, inProduction: string) =>
    parseRules(given ?? (config.MODE === "development" ? developmentRule : inProduction));
  return {
    user: rules(config.RATE_LIMIT_USER, "60:200"),
    address: rules(config.RATE_LIMIT_IP, "60:100"),
    polls: rules(config.RATE_LIMIT_POLLS, "60:3000"),
    login: parseRules(config.RATE_LIMIT_LOGIN),
    loginName: parseRules(config.RATE_LIMIT_LOGIN_NAME),
    mailRecipient: parseRules(config.RATE_LIMIT_MAIL),
    mailSender: parseRules(config.RATE_LIMIT_MAIL_ADDRESS),
  };
}
