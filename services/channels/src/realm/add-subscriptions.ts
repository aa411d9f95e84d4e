import { subscribeEvents } from "../present/subscribe-events.ts";
import { addSubscriptionRows } from "../queries/subscriptions.ts";
import type { ChannelRow } from "./channel-row.ts";
import { chooseSettings } from "./choose-settings.ts";
import type { LockedRealm } from "./realm-change.ts";

/** Who is to be subscribed to what, nobody of whom is yet. */
interface NewSubscribers {
  /** Channels of this transaction, of which nobody was told yet. */
  readonly created: readonly ChannelRow[];
  readonly pairs: readonly {
    readonly userId: number;
    readonly channelId: number;
    readonly channel: ChannelRow;
  }[];
  /** Requested colours by the key of the channel's name. */
  readonly colors: ReadonlyMap<string, string>;
}

/** Subscribes and tells everybody, also of the created channels; three statements for any number, four when some had left and others had not. */
export async function addSubscriptions(
  change: LockedRealm,
  version: number,
  { colors, created, pairs }: NewSubscribers,
): Promise<void> {
  const additions = pairs.length > 0 ? await chooseSettings(change, pairs, colors) : [];
  if (pairs.length > 0) await addSubscriptionRows(change.tx, { ...change, version }, additions);
  const channels = new Map(pairs.map(({ channel }) => [channel.id, channel]));
  for (const { id } of created) channels.delete(id);
  const joined = [...channels.values()];
  for (const event of subscribeEvents({ created, joined, additions, directories: change }))
    change.emit(event);
}
