import { encodeAudience, unknownUserName } from "@team-chat/contract";

import type { RealmView } from "../../domain/organization/realm-view.ts";
import type { RealmPresence } from "../../domain/presence/realm-presence.ts";
import { presentStatusChange } from "../../present/user-status.ts";
import { listStatusesAmong } from "../../queries/presence/user-statuses.ts";
import { upsertVisibilities } from "../../queries/visibility/visibility.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import type { Change } from "../change.ts";
import { emitUserShown } from "../events/emit-user.ts";
import { emitPresence, seenWhenSharing } from "../presence/announce-presence.ts";
import type { VisibilityChange } from "./visibility-changes.ts";

/**
 * Writes whom guests see by now, and tells each of them of users who became visible, with what they show, and of users
 * who ceased to be, as gone.
 */
export async function announceVisibility(
  change: Change,
  { view, presence }: { readonly view: RealmView; readonly presence: RealmPresence },
  changes: readonly VisibilityChange[],
): Promise<void> {
  const { emit, realmId, tx, versions } = change;
  const visibilities = changes.map(({ visibility }) => visibility);
  await upsertVisibilities(tx, realmId, { visibilities, version: versions.version });
  const gained = guestsByUser(changes, "gained");
  const shown = await listStatusesAmong(tx, realmId, [...gained.keys()]);
  const statuses = new Map(shown.map((one) => [one.userId, one]));
  const showsPresence = !completeSettings(view.realm.settings).presence_disabled;
  for (const [userId, guestIds] of gained) {
    const user = view.accounts.get(userId);
    if (user === undefined) continue;
    const audience = encodeAudience(guestIds);
    emitUserShown(change, user, guestIds);
    const status = statuses.get(userId);
    if (status !== undefined)
      emit({
        audience,
        event: { type: "user_status", user_id: userId, ...presentStatusChange(status) },
      });
    const seen = presence.find(userId);
    if (seen !== undefined && showsPresence && user.isActive)
      emitPresence(change, { user, seen }, audience);
  }
  for (const [userId, guestIds] of guestsByUser(changes, "lost")) {
    const audience = encodeAudience(guestIds);
    const user = view.accounts.get(userId);
    // Also when nothing is known of them here: another process may have heard of them, and clients go on showing what
    // they were told.
    if (user?.isActive === true && showsPresence)
      emitPresence(change, { user, seen: seenWhenSharing(false, change.nowMs) }, audience);
    emit({
      audience,
      event: {
        type: "realm_user",
        op: "remove",
        person: { user_id: userId, full_name: unknownUserName },
      },
    });
  }
}

function guestsByUser(
  changes: readonly VisibilityChange[],
  which: "gained" | "lost",
): ReadonlyMap<number, readonly number[]> {
  const guests = new Map<number, number[]>();
  for (const change of changes)
    for (const userId of change[which]) {
      const known = guests.get(userId) ?? [];
      known.push(change.visibility.guestId);
      guests.set(userId, known);
    }
  return guests;
}
