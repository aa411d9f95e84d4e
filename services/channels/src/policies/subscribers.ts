import { listLimits, type UserRecord } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  type Actor,
  type Directories,
  holdsChannelPermission,
  holdsRealmPermission,
  mayAdministerChannel,
} from "@team-chat/policy";
import type { UserDirectory } from "@team-chat/projection";

import type { ChannelRow } from "../values/channel-row.ts";

/** Users named by id or by API email. */
export type Principals = readonly number[] | readonly string[];

/** Tells whether the request names anybody but the actor; an empty list means the actor. */
export function namesOthers(principals: Principals, actor: UserRecord): boolean {
  return principals.some((principal) =>
    typeof principal === "number"
      ? principal !== actor.id
      : principal.toLowerCase() !== actor.email.toLowerCase(),
  );
}

/** Lists those of the principals who exist. */
export function existingPrincipals(
  principals: Principals,
  users: UserDirectory,
): readonly UserRecord[] {
  return principals.flatMap((principal) => {
    const user =
      typeof principal === "number" ? users.users.get(principal) : users.findByEmail(principal);
    return user === undefined ? [] : [user];
  });
}

interface VisibleUsers {
  readonly users: UserDirectory;
  /** Users whom the actor may not know of. */
  readonly unseen?: ReadonlySet<number>;
}

/**
 * Returns the users meant, each once, in the order given.
 * @throws BAD_REQUEST for unknown and deactivated users, and for the bots of the server
 * (docs/behaviour/subscriptions.md#principals); those not seen are unknown
 */
export function resolvePrincipals(
  principals: Principals,
  actor: UserRecord,
  { users, unseen = new Set() }: VisibleUsers,
): readonly UserRecord[] {
  if (principals.length === 0) return [actor];
  const found = new Map<number, UserRecord>();
  for (const principal of principals) {
    const [user] = existingPrincipals([principal] as Principals, users);
    if (!user || user.isSystemBot || unseen.has(user.id))
      throw new AppError("BAD_REQUEST", "No such user");
    if (!user.isActive) throw new AppError("BAD_REQUEST", "User is deactivated");
    found.set(user.id, user);
  }
  return [...found.values()];
}

/**
 * Tells whether the user may subscribe others to a channel whose messages the user may read
 * (docs/behaviour/subscriptions.md#who-may-subscribe).
 */
export function mayAddSubscribers(
  user: Actor,
  channel: Pick<ChannelRow, "permissions">,
  { users }: Directories,
): boolean {
  return (
    mayAdministerChannel(user, channel, users) ||
    holdsRealmPermission(user, "can_add_subscribers_group", users) ||
    holdsChannelPermission(user, { channel, name: "can_add_subscribers_group", users })
  );
}

/** Tells whether the user may unsubscribe others, as administrators and those the channel names may. */
export function mayRemoveSubscribers(
  user: Actor,
  channel: Pick<ChannelRow, "permissions">,
  { users }: Directories,
): boolean {
  return (
    mayAdministerChannel(user, channel, users) ||
    holdsChannelPermission(user, { channel, name: "can_remove_subscribers_group", users })
  );
}

/** Tells whether the user owns the bot, and so may unsubscribe it. */
export function isOwnBot(user: Actor, bot: UserRecord): boolean {
  return bot.isBot && bot.botOwnerId === user.id;
}

/** @throws BAD_REQUEST when one request would add or take away more subscriptions than one may */
export function checkMemberships(channels: number, users: number): void {
  if (channels * users > listLimits.memberships)
    throw new AppError(
      "BAD_REQUEST",
      `At most ${listLimits.memberships} subscriptions can be changed at once (channels times users)`,
    );
}
