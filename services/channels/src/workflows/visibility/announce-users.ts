import { visibilityEvents } from "../../present/visibility-events.ts";
import { upsertAnnounced } from "../../queries/announced-users.ts";
import { bumpVersion } from "../../queries/versions.ts";
import { groupJoining } from "../../values/memberships.ts";
import type { LockedRealm } from "../realm-change.ts";
import { addSubscriptions } from "../subscriptions/add-subscriptions.ts";
import { afterMoves } from "../topics/emit-muted-topics.ts";
import { emitVisibility } from "./emit-visibility.ts";

/**
 * Tells clients which channels they see by now that users or groups have changed, and subscribes new members to the
 * default channels (docs/behaviour/users.md#arrival-of-a-user). Nobody knows of channels before the first time, so then
 * nothing is told.
 * To be called when `announced` is behind the users.
 */
export async function announceUsers(change: LockedRealm): Promise<void> {
  const { channels, realmId, tx, users } = change;
  const { announced } = channels;
  const isFirst = announced.version === 0;
  // While the database writes, users may go on: all of this is of one moment, or somebody would be told of what is not
  // noted.
  const usersVersion = users.version;
  const differences = announced.differences(users);
  const events = isFirst ? [] : visibilityEvents(change);
  const joining = isFirst ? [] : newSubscriptions(change);
  const version = await bumpVersion(tx, realmId);
  await upsertAnnounced(tx, { realmId, version, usersVersion }, differences);
  await emitVisibility(change, events, () => afterMoves(change, {}));
  if (joining.length > 0)
    await addSubscriptions(change, version, { created: [], joining, colors: new Map() });
}

/**
 * New users begin with the default channels, unless it was decided otherwise: guests and bots mostly begin with none.
 */
function newSubscriptions({ channels, users }: LockedRealm) {
  const { announced } = channels;
  const defaults = channels
    .byName()
    .filter(({ isArchived, isDefault }) => isDefault && !isArchived);
  const joining = announced
    .differences(users)
    .users.filter(
      (user) => !announced.users.has(user.id) && user.isActive && user.joinsDefaultChannels,
    );
  return groupJoining(
    joining.map(({ id }) => id),
    defaults,
    channels,
  );
}
