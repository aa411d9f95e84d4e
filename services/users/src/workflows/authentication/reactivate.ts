import type { RealmPresence } from "../../domain/presence/realm-presence.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { setActivity } from "../accounts/set-activity.ts";
import type { Change } from "../change.ts";
import { everybodySeeing } from "../events/everybody-seeing.ts";
import { emitPresence } from "../presence/announce-presence.ts";
import { replaceKey } from "./replace-key.ts";

/** Lets a deactivated person in again, with a new key. @throws BAD_REQUEST when there are too many */
export async function reactivate(
  change: Change,
  user: Account,
  presence: RealmPresence,
): Promise<void> {
  await setActivity(change, user, true);
  await tellPresence(change, presence, user);
  await replaceKey(change, { ...user, isActive: true }, null);
}

/** Tells everybody when the user was last seen, which nobody was shown while the user was deactivated. */
export async function tellPresence(
  change: Change,
  presence: RealmPresence,
  user: Account,
): Promise<void> {
  const { realmId, visibilities, tx } = change;
  const found = presence.find(user.userId);
  if (found === undefined) return;
  const { settings } = await loadRealm(tx, realmId);
  if (completeSettings(settings).presence_disabled) return;
  emitPresence(change, { user, seen: found }, everybodySeeing(visibilities, user));
}
