import { sightEvents } from "../present/sight-events.ts";
import { bumpVersion } from "../queries/realm-version.ts";
import { upsertTold } from "../queries/told-users.ts";
import { addSubscriptions } from "./add-subscriptions.ts";
import { emitSight } from "./emit-sight.ts";
import { groupJoining } from "./joining.ts";
import { afterMoves } from "./memberships-after.ts";
import type { LockedRealm } from "./realm-change.ts";

/**
 * Tells clients which channels they see by now that users or groups have changed, and subscribes new members to the default channels
 * (reference/behaviour.md §15.2). Nobody knows of channels before the first time, so then nothing is told.
 * @returns whether anything was written
 */
export async function tellOfUsers(change: LockedRealm): Promise<boolean> {
  const { channels, realmId, tx, users } = change;
  const { told } = channels;
  if (!told.isBehind(users)) return false;
  const version = await bumpVersion(tx, realmId);
  const isFirst = told.version === 0;
  await upsertTold(tx, { realmId, version, usersVersion: users.version }, told.differences(users));
  if (isFirst) return true;
  await emitSight(change, sightEvents(change), () => afterMoves(change, {}));
  const joining = newSubscriptions(change);
  if (joining.length > 0)
    await addSubscriptions(change, version, { created: [], joining, colors: new Map() });
  return true;
}

/** New users begin with the default channels, unless it was decided otherwise: guests and bots mostly begin with none. */
function newSubscriptions({ channels, users }: LockedRealm) {
  const { told } = channels;
  const defaults = channels
    .byName()
    .filter(({ isArchived, isDefault }) => isDefault && !isArchived);
  const joining = told
    .differences(users)
    .users.filter((user) => !told.users.has(user.id) && user.isActive && user.joinsDefaultChannels);
  return groupJoining(
    joining.map(({ id }) => id),
    defaults,
    channels,
  );
}
