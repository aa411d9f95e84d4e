import { type KeyScope, maxNamedKeys, roles } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

import { checkMayAdminister, checkOwner, existing } from "../accounts/targets.ts";

interface Actor {
  readonly userId: number;
  readonly role: number;
}

interface Holder {
  readonly userId: number;
  readonly role: number;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly isSystemBot: boolean;
  readonly botOwnerId: number | null;
}

/**
 * Checks that the actor may look at an account's keys, and end them: everybody at their own and their bots', and
 * administrators at all but an owner's, which are for owners (docs/behaviour/keys.md#managing-keys).
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export function checkMayManageKeys(actor: Actor, holder: Holder): void {
  if (holder.userId === actor.userId) return;
  checkMayAdminister(actor, holder);
  if (!holder.isBot && holder.role === roles.owner) checkOwner(actor);
}

/**
 * Checks that the actor may make keys for an account: for no other person, for whom one could act with it.
 * @throws BAD_REQUEST
 */
export function checkMayCreateKey(actor: Actor, holder: Holder): void {
  if (holder.userId === actor.userId) return;
  checkMayAdminister(actor, holder);
  if (!holder.isBot) throw new AppError("BAD_REQUEST", "Insufficient permission");
  if (!holder.isActive) existing(null);
}

interface Limits {
  readonly scopes: readonly KeyScope[];
  readonly channelIds: readonly number[] | null;
}

/**
 * Returns what a new key is for, each scope and channel once: a key for everything has no other scope, and one for
 * certain channels sends only (docs/behaviour/keys.md#channels).
 * @throws BAD_REQUEST
 */
export function checkedLimits({ channelIds, scopes }: Limits): Limits {
  const each = [...new Set(scopes)];
  if (each.includes("all") && each.length > 1)
    throw new AppError("BAD_REQUEST", "The scope 'all' goes with no other scope");
  if (channelIds === null) return { scopes: each, channelIds };
  if (each.length > 1 || each[0] !== "send")
    throw new AppError("BAD_REQUEST", "Keys for certain channels have the scope 'send' alone");
  return { scopes: each, channelIds: [...new Set(channelIds)] };
}

/** @throws BAD_REQUEST when the account has as many keys as it may have */
export function checkKeyCount(count: number): void {
  if (count < maxNamedKeys) return;
  throw new AppError(
    "BAD_REQUEST",
    `An account has at most ${maxNamedKeys} API keys; end one first`,
  );
}

/** @throws BAD_REQUEST unless there was such a key of the account */
export function checkKeyFound(found: boolean): void {
  if (!found) throw new AppError("BAD_REQUEST", "Invalid API key ID");
}
