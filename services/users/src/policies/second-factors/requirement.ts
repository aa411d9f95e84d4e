import { type RealmSettings, roles } from "@team-chat/contract";

const dayMs = 24 * 3600 * 1000;

type FactorSettings = Pick<
  RealmSettings,
  "second_factor_required_for" | "second_factor_grace_days" | "second_factor_after_single_sign_on"
>;

/** An account, as far as a requirement of second factors needs it. */
export interface FactorFacts {
  readonly role: number;
  readonly isBot: boolean;
  readonly joinedAt: Date;
  readonly hasSecondFactor: boolean;
  /** True if the account has a password and the organization takes it. */
  readonly hasPassword: boolean;
}

interface Requiring {
  readonly settings: FactorSettings;
  /** Null while nothing is required. */
  readonly secondFactorSince: Date | null;
}

/**
 * Returns until when the person must set up a second factor, in ms since 1970; null when none is required or there is
 * one. Whoever comes through single sign-on only is the provider's concern, unless the organization asks for its own
 * second factor there as well (docs/behaviour/second-factors.md#required).
 */
export function factorDeadline(
  { secondFactorSince, settings }: Requiring,
  { hasPassword, hasSecondFactor, isBot, joinedAt, role }: FactorFacts,
): number | null {
  if (secondFactorSince === null || isBot || hasSecondFactor) return null;
  if (!requires(settings, role)) return null;
  if (!hasPassword && !settings.second_factor_after_single_sign_on) return null;
  const from = Math.max(secondFactorSince.getTime(), joinedAt.getTime());
  return from + settings.second_factor_grace_days * dayMs;
}

function requires({ second_factor_required_for: who }: FactorSettings, role: number): boolean {
  return who === "everybody" || (who === "administrators" && role <= roles.administrator);
}

const widths = { nobody: 0, administrators: 1, everybody: 2 } as const;

/**
 * Returns since when an organization requires what it requires after a change: from now on, as soon as it requires it
 * of more people than before.
 */
export function requiredSince(
  { secondFactorSince, settings: before }: Requiring,
  after: FactorSettings,
  now: Date,
): Date | null {
  const { second_factor_required_for: who } = after;
  if (who === "nobody") return null;
  const isWider = widths[who] > widths[before.second_factor_required_for];
  return isWider ? now : secondFactorSince;
}

/** Settings by which a second factor is required, or not. */
const decisive: readonly string[] = [
  "authentication_methods",
  "second_factor_after_single_sign_on",
  "second_factor_grace_days",
  "second_factor_required_for",
];

/** Tells whether changed settings decide who is let in, so that what is known of all accounts is to be forgotten. */
export function changesWhoIsLetIn(settings: Readonly<Record<string, unknown>>): boolean {
  return decisive.some((name) => name in settings);
}

/** Tells whether a deadline has passed. */
export function isOverdue(deadline: number | null, nowMs: number): boolean {
  return deadline !== null && deadline <= nowMs;
}
