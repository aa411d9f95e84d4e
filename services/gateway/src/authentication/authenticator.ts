import { checkApiKey, checkSession } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ServiceClient } from "@team-chat/rpc";

import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import { parseRules } from "../limits/rules.ts";
import { self } from "../realms/proofs.ts";
import type { ClaimedSender, KeyHash, RequestHead } from "../requests/client-request.ts";
import { parseCredentials, unauthorized } from "./credentials.ts";
import type { HostRealms, ProvenHost, ProvenRealm } from "./host-realms.ts";
import type { Account } from "./key-cache.ts";
import { checkOwnOrigin } from "./own-origin.ts";

/** Gives the reasons in the words of docs/behaviour/api.md#authentication. */
const refusals = {
  unknown: "Invalid API key",
  user_deactivated: "Account is deactivated",
  realm_deactivated: "This organization has been deactivated",
  other_realm: "Account is not associated with this subdomain",
  session: "Not logged in: the session has ended",
} as const;

interface AuthenticatorParts {
  readonly users: ServiceClient;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  /** Begins the addresses at which browsers reach the installation. */
  readonly scheme: "http" | "https";
}

/** Names the user that a request comes from, and the organization. */
export interface Authenticated {
  readonly realm: ProvenRealm;
  readonly account: Account;
}

/** Finds out which user a request comes from, with three degrees of certainty. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  /** Looks up whom a key belonged to when it was last seen: enough to prepare an answer, not to give one. */
  lastKnown(host: string, key: KeyHash): Authenticated | undefined {
    const { hosts } = this.#parts;
    const account = hosts.keysOf(host)?.find(key);
    const realm = hosts.lastKnown(host);
    return account === undefined || realm === undefined ? undefined : { realm, account };
  }

  /**
   * Proves whom a cached key belongs to now. Null when the key is not cached, or there is any reason to refuse it:
   * then `authenticate` finds out which.
   * @throws SERVICE_UNAVAILABLE
   */
  async authenticateCached(
    host: string,
    { key, maxWaitMs }: { readonly key: KeyHash; readonly maxWaitMs: number },
  ): Promise<Authenticated | null> {
    const proven = await this.#parts.hosts.prove(host, maxWaitMs);
    const account = proven?.keys.find(key);
    if (!proven || !account || proven.realm.deactivated) return null;
    return { realm: proven.realm, account };
  }

  /**
   * Proves which user a request comes from. A request that is refused counts for its address. `maxWaitMs` may be spent
   * waiting for other requests to share the proof with.
   * @throws UNAUTHORIZED with the reason; BAD_REQUEST, CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT,
   * SERVICE_UNAVAILABLE
   */
  async authenticate(
    request: RequestHead,
    sender: ClaimedSender,
    maxWaitMs = 0,
  ): Promise<Authenticated> {
    const { hosts, limits, scheme } = this.#parts;
    if (sender.kind === "session") checkOwnOrigin(request, scheme);
    const proven = await hosts.prove(request.host, maxWaitMs);
    if (proven === null) throw noRealm();
    try {
      const account = await this.#accountOf(sender, request.host, proven);
      return { realm: proven.realm, account };
    } catch (error) {
      // Invalid credentials are limited like none, so that nobody can try out keys.
      if (error instanceof AppError && error.code === "UNAUTHORIZED")
        applyVerdict(request.headers, await limits.countAddress(request.req));
      throw error;
    }
  }

  async #accountOf(
    sender: ClaimedSender,
    host: string,
    { keys, realm }: ProvenHost,
  ): Promise<Account> {
    const { hosts } = this.#parts;
    const { key } = sender;
    const cached = keys.find(key);
    if (cached !== undefined && !realm.deactivated) return cached;
    const ask = this.#question(sender);
    if (realm.deactivated) throw unauthorized(refusals.realm_deactivated);
    const before = hosts.lastKnown(host)?.authVersion;
    const account = await ask(realm.ref.id);
    // A change that became known meanwhile has removed its users' keys already; this answer may be older than it.
    const isCurrent = hosts.keysOf(host) === keys && hosts.lastKnown(host)?.authVersion === before;
    if (isCurrent) keys.remember(key, account);
    return account;
  }

  /**
   * Reads what a request proves its sender with, and returns the question whose it is.
   * @throws UNAUTHORIZED; BAD_REQUEST for what is no proof
   */
  #question(sender: ClaimedSender): (realmId: number) => Promise<Account> {
    const { users } = this.#parts;
    if (sender.kind === "session") {
      const { token } = sender;
      return async (realmId) => {
        const answer = await users.call(checkSession, self, { realmId, token }, { realmId });
        if (!answer.valid) throw unauthorized(refusals.session);
        return { ...accountOf(answer), sessionId: answer.sessionId };
      };
    }
    const credentials = parseCredentials(sender.authorization);
    return async (realmId) => {
      const input = { realmId, ...credentials };
      const answer = await users.call(checkApiKey, self, input, { realmId });
      if (!answer.valid) throw unauthorized(refusals[answer.reason]);
      return accountOf(answer);
    };
  }
}

/** Holds what the users service tells of an account that may be let in. */
interface Admitted extends Omit<Account, "rules"> {
  readonly rateLimits: string;
}

function accountOf({ isBot, isIncomingWebhook, rateLimits, role, userId }: Admitted): Account {
  const rules = rateLimits === "" ? null : parseRules(rateLimits);
  return { userId, role, isBot, isIncomingWebhook, rules };
}

/** Refuses a request whose host is no organization's. */
export function noRealm(): AppError {
  return new AppError("NONEXISTENT_SUBDOMAIN", "Invalid subdomain");
}

/** Refuses incoming-webhook bots, which may only call what the contract opens to them. */
export function incomingWebhookRefused(): AppError {
  return unauthorized("This API is not available to incoming webhook bots.");
}
