import { setImmediate } from "node:timers/promises";

import { subscribeEvents } from "../../present/subscribe-events.ts";
import { addSubscriptionRows, listLeft, type PersonalRow } from "../../queries/subscriptions.ts";
import { membershipFlags, type MembershipTuple } from "../../values/changes.ts";
import type { ChannelRow } from "../../values/channel-row.ts";
import {
  type Joined,
  type JoinedChannel,
  type Joining,
  listByChannel,
} from "../../values/memberships.ts";
import { initialPersonal, palette, personalOf, pickColors } from "../../values/personal.ts";
import { nameKey, type RealmChannels } from "../../values/realm-channels.ts";
import type { LockedRealm } from "../realm-change.ts";
import { afterMoves, emitMutedTopicsIn, movedBy, type Shown } from "../topics/emit-muted-topics.ts";

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

/**
 * Chooses the settings each user begins with: those from before when the user comes back, else the requested colour,
 * else the next that the user does not use (docs/behaviour/subscriptions.md#colors). One statement for any number of
 * users and channels, none when nobody comes back.
 */
async function chooseSettings(
  change: LockedRealm,
  joining: readonly Joining[],
  colors: ReadonlyMap<string, string>,
): Promise<readonly Joined[]> {
  const before = await loadLeft(change, joining);
  const groups = new Map<
    string,
    { readonly userIds: number[]; readonly channels: Joined["channels"] }
  >();
  for (const group of joining) {
    const choice = new Choice(group, colors);
    for (const userId of group.userIds) {
      const { channels, key } = choice.of(change.channels.usedColors(userId), before.get(userId));
      const same = groups.get(key);
      if (same) same.userIds.push(userId);
      else groups.set(key, { userIds: [userId], channels });
    }
  }
  return [...groups.values()];
}

/** Initial settings of the users of a group; found once for all who are alike. */
class Choice {
  readonly #channels: Joining["channels"];
  readonly #requested: ReadonlyMap<number, string>;
  readonly #found = new Map<
    number,
    { readonly channels: readonly JoinedChannel[]; readonly key: string }
  >();

  constructor({ channels }: Joining, colors: ReadonlyMap<string, string>) {
    this.#channels = channels;
    this.#requested = new Map(
      channels.flatMap(({ id, name }) => {
        const color = colors.get(nameKey(name));
        return color === undefined ? [] : [[id, color] as const];
      }),
    );
  }

  /** Returns the choice for a key, which is the same for the same settings of the same channels. */
  of(used: number, left: readonly PersonalRow[] | undefined) {
    const known = left === undefined ? this.#found.get(used) : undefined;
    if (known) return known;
    const channels = this.#choose(used, left ?? []);
    const key = JSON.stringify(channels);
    const found = { channels, key };
    if (left === undefined) this.#found.set(used, found);
    return found;
  }

  #choose(used: number, left: readonly PersonalRow[]): readonly JoinedChannel[] {
    const kept = new Map(left.map((row) => [row.channelId, row]));
    const fresh = this.#channels.map(({ id }) => id).filter((id) => !kept.has(id));
    const chosen = pickColors(fresh, used, this.#requested);
    return this.#channels.map(({ id: channelId }) => {
      const row = kept.get(channelId);
      const personal = row ? personalOf(row) : initialPersonal(chosen.get(channelId) ?? "");
      return { channelId, personal, isBack: row !== undefined };
    });
  }
}

/** Settings of those who come back, by user. */
async function loadLeft(
  { channels, realmId, tx }: LockedRealm,
  joining: readonly Joining[],
): Promise<ReadonlyMap<number, readonly PersonalRow[]>> {
  const back = joining.flatMap((group) => listBack(group, channels));
  if (back.length === 0) return new Map();
  const rows = await listLeft(tx, realmId, {
    userIds: [...new Set(back.map(({ userId }) => userId))],
    channelIds: [...new Set(back.map(({ channelId }) => channelId))],
  });
  return Map.groupBy(rows, ({ userId }) => userId);
}

function listBack({ channels: wanted, userIds }: Joining, channels: RealmChannels) {
  return userIds.flatMap((userId) =>
    wanted
      .filter(({ id }) => channels.hasLeft(userId, id))
      .map(({ id }) => ({ userId, channelId: id })),
  );
}
