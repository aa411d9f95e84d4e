import { sightEvents } from "../present/sight-events.ts";
import { bumpVersion } from "../queries/realm-version.ts";
import { upsertTold } from "../queries/told-users.ts";
import { addSubscriptions } from "./add-subscriptions.ts";
import { emitSight } from "./emit-sight.ts";
import { groupJoining } from "./joining.ts";
import { afterMoves } from "./memberships-after.ts";
import type { LockedRealm } from "./realm-change.ts";

/**
 * Tells clients which channels they see by now that users or groups have changed, and subscribes new members to the
 * default channels (docs/behaviour/users.md#arrival-of-a-user). Nobody knows of channels before the first time, so then
 * nothing is told.
 * @returns whether anything was written
 */
export async function tellOfUsers(change: LockedRealm): Promise<boolean> {
  const { channels, realmId, tx, users } = change;
  const { told } = channels;
  if (!told.isBehind(users)) return false;
  const isFirst = told.version === 0;
  // While the database writes, users may go on: all of this is of one moment, or somebody would be told of what is not noted.
  const usersVersion = users.version;
  const differences = told.differences(users);
  const events = isFirst ? [] : sightEvents(change);
  const joining = isFirst ? [] : newSubscriptions(change);
  const version = await bumpVersion(tx, realmId);
  await upsertTold(tx, { realmId, version, usersVersion }, differences);
  await emitSight(change, events, () => afterMoves(change, {}));
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
