import { setImmediate } from "node:timers/promises";

import { subscribeEvents } from "../../present/subscribe-events.ts";
import { addSubscriptionRows } from "../../queries/subscriptions.ts";
import { membershipFlags, type MembershipTuple } from "../../values/changes.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import { type Joined, type Joining, listByChannel } from "../../values/joining.ts";
import { palette } from "../../values/palette.ts";
import type { LockedRealm } from "../realm-change.ts";
import { afterMoves } from "../topics/after-moves.ts";
import { emitMutedTopicsIn, type Shown } from "../topics/emit-muted-topics.ts";
import { chooseSettings } from "./choose-settings.ts";
import { movedBy } from "./moved-channels.ts";

/** Users to be subscribed, with their channels. */
interface NewSubscribers {
  /** Channels of this transaction, of which nobody was told yet. */
  readonly created: readonly ChannelRow[];
  readonly joining: readonly Joining[];
  /** Requested colours by the key of the channel's name. */
  readonly colors: ReadonlyMap<string, string>;
}

/**
 * Subscribes and tells everybody, also of the created channels; one statement for any number, two more when some come
 * back who had left. The events are made while the database writes.
 */
export async function addSubscriptions(
  change: LockedRealm,
  version: number,
  { colors, created, joining }: NewSubscribers,
): Promise<readonly Joined[]> {
  const additions = await chooseSettings(change, joining, colors);
  const [events] = await Promise.all([
    tell(change, { created, joining, additions }),
    addSubscriptionRows(change.tx, { ...change, version }, additions),
  ]);
  for (const event of events) change.emit(event);
  const known = events.flatMap((event) => movedBy(event) ?? []).filter(isNotAmong(created));
  if (known.length > 0)
    await emitMutedTopicsIn(change, known, afterMoves(change, { added: listByChannel(additions) }));
  return additions;
}

/**
 * Subscribes users to channels that the transaction created, and to ones that were there; nothing else may be written
 * under the version.
 */
export async function createAndSubscribe(
  change: LockedRealm,
  version: number,
  added: NewSubscribers,
): Promise<void> {
  const additions = await addSubscriptions(change, version, added);
  const memberships = additions.flatMap((joined) => membershipsOf(joined, version));
  change.wrote({ version, channels: added.created, memberships });
}

function membershipsOf({ channels, userIds }: Joined, version: number): readonly MembershipTuple[] {
  return channels.flatMap(({ channelId, personal }) => {
    const flags =
      membershipFlags.subscribed +
      (personal.isMuted ? membershipFlags.muted : 0) +
      membershipFlags.color * (palette.findIndex((color) => color === personal.color) + 1);
    return userIds.map((userId) => [channelId, userId, flags, version] as const);
  });
}

async function tell(
  change: LockedRealm,
  {
    additions,
    created,
    joining,
  }: Pick<NewSubscribers, "created" | "joining"> & {
    readonly additions: readonly Joined[];
  },
) {
  const channels = new Map(
    joining.flatMap((group) => group.channels.map((channel) => [channel.id, channel] as const)),
  );
  for (const { id } of created) channels.delete(id);
  const joined = [...channels.values()];
  // The statement is on its way before the processor is kept busy.
  await setImmediate();
  return subscribeEvents({ created, joined, additions, directories: change });
}

/** Tells whether the channel was there before; nobody muted topics of new ones. */
function isNotAmong(created: readonly ChannelRow[]) {
  const ids = new Set(created.map(({ id }) => id));
  return ({ channelIds }: Shown) => channelIds.some((id) => !ids.has(id));
}
