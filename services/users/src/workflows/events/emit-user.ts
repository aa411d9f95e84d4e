import { type Audience, emailVisibilities, encodeAudience, roles } from "@team-chat/contract";

import { apiEmail } from "../../policies/accounts/api-email.ts";
import { leastRoleSeeing } from "../../policies/accounts/email-visibility.ts";
import { guestsWhoCannotSee } from "../../policies/visibility/visibility.ts";
import { avatarUrl, isGravatar } from "../../present/avatar.ts";
import { presentUnknownUser } from "../../present/unknown-user.ts";
import { presentUser } from "../../present/user.ts";
import { type Account, listActiveIds } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import type { Change } from "../change.ts";
import { everybodySeeing } from "./everybody-seeing.ts";

/**
 * Tells everybody of a new user; those who may not see the address get it as null, and guests who may not see the user
 * get somebody unknown, which the events service leaves out for clients that do without. In the widest form: the avatar
 * is left out for clients that compute it themselves, where `internal.avatar_is_gravatar` says that they can.
 */
export async function emitUserAdded(change: Change, user: Account): Promise<void> {
  await tellThoseSeeing(change, user);
  const blind = guestsWhoCannotSee(change.visibilities, user);
  if (blind.length === 0) return;
  const { createdAt } = await loadRealm(change.tx, change.realmId);
  const form = { hostname: change.hostname, profileData: true, createdAt };
  change.emit({
    audience: encodeAudience(blind),
    event: { type: "realm_user", op: "add", person: presentUnknownUser(user.userId, form) },
    internal: { unknown_user: true },
  });
}

async function tellThoseSeeing(change: Change, user: Account): Promise<void> {
  // Mostly so, and then adding somebody costs the same however many there are.
  if (user.emailVisibility === emailVisibilities.everyone) {
    tellOfUser(change, user, {
      audience: everybodySeeing(change.visibilities, user),
      viewer: user,
    });
    return;
  }
  const { seeing, others } = await emailAudiences(change, user);
  for (const [userIds, viewer] of [
    [seeing, user],
    [others, { userId: 0, role: Number.POSITIVE_INFINITY }],
  ] as const)
    if (userIds.length > 0) tellOfUser(change, user, { audience: encodeAudience(userIds), viewer });
}

/** Tells guests of a user whom they did not see before. */
export function emitUserShown(change: Change, user: Account, guestIds: readonly number[]): void {
  const viewer = { userId: 0, role: roles.guest };
  tellOfUser(change, user, { audience: encodeAudience(guestIds), viewer });
}

interface Hearers {
  readonly audience: Audience;
  /** Somebody who sees of the user what they all see. */
  readonly viewer: { readonly userId: number; readonly role: number };
}

function tellOfUser(change: Change, user: Account, { audience, viewer }: Hearers): void {
  const { hostname } = change;
  const form = { viewer, hostname, clientGravatar: false, profileData: true };
  change.emit({
    audience,
    event: { type: "realm_user", op: "add", person: presentUser(user, form) },
    ...(isGravatar(user) ? { internal: { avatar_is_gravatar: true } } : {}),
  });
}

/** Tells everybody who sees the user of a change that they may all know. */
export function emitUserUpdated(
  change: Change,
  user: Account,
  changed: Readonly<Record<string, unknown>>,
): void {
  change.emit({
    audience: everybodySeeing(change.visibilities, user),
    event: { type: "realm_user", op: "update", person: { user_id: user.userId, ...changed } },
  });
}

/** Tells those who may see it of a user's new address. */
export async function emitDeliveryEmail(change: Change, user: Account): Promise<void> {
  const { seeing } = await emailAudiences(change, user);
  change.emit({
    audience: encodeAudience(seeing),
    event: {
      type: "realm_user",
      op: "update",
      person: { user_id: user.userId, delivery_email: user.deliveryEmail },
    },
  });
}

/** Tells everybody of a user's new API address and of the picture, which is made from it. */
export function emitApiEmail(change: Change, user: Account): void {
  emitUserUpdated(change, user, { new_email: apiEmail(user, change.hostname) });
  emitAvatar(change, user);
}

/** Tells everybody of a user's picture, as `emitUserAdded` does. */
export function emitAvatar(change: Change, user: Account): void {
  change.emit({
    audience: everybodySeeing(change.visibilities, user),
    event: {
      type: "realm_user",
      op: "update",
      person: {
        user_id: user.userId,
        avatar_url: avatarUrl(user, change.hostname),
        avatar_url_medium: avatarUrl(user, change.hostname, "medium"),
        avatar_source: user.avatarSource,
        avatar_version: user.avatarVersion,
      },
    },
    ...(isGravatar(user) ? { internal: { avatar_is_gravatar: true } } : {}),
  });
}

/**
 * Tells those to whom a user's address becomes visible or ceases to be, and everybody when the API address changes with
 * it (docs/behaviour/users.md#e-mail-addresses).
 */
export async function emitEmailVisibility(
  change: Change,
  before: Account,
  after: Account,
): Promise<void> {
  const saw = new Set((await emailAudiences(change, before)).seeing);
  const { seeing } = await emailAudiences(change, after);
  const sees = new Set(seeing);
  for (const [userIds, deliveryEmail] of [
    [seeing.filter((id) => !saw.has(id)), after.deliveryEmail],
    [[...saw].filter((id) => !sees.has(id)), null],
  ] as const) {
    if (userIds.length === 0) continue;
    change.emit({
      audience: encodeAudience(userIds),
      event: {
        type: "realm_user",
        op: "update",
        person: { user_id: after.userId, delivery_email: deliveryEmail },
      },
    });
  }
  if (apiEmail(before, change.hostname) !== apiEmail(after, change.hostname))
    emitApiEmail(change, after);
}

/** Every role number is at most this one. */
const anyRole = 32_767;

async function emailAudiences({ visibilities, tx, realmId }: Change, user: Account) {
  const unaware = new Set(guestsWhoCannotSee(visibilities, user));
  const active = await listActiveIds(tx, realmId, anyRole);
  const everybody = active.filter((id) => !unaware.has(id));
  const least = leastRoleSeeing(user.emailVisibility);
  const visible = least === null ? [] : await listActiveIds(tx, realmId, least);
  const seeing = new Set(visible.filter((id) => !unaware.has(id)));
  if (everybody.includes(user.userId)) seeing.add(user.userId);
  return { seeing: [...seeing], others: everybody.filter((id) => !seeing.has(id)) };
}
