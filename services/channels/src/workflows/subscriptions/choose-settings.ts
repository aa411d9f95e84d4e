import { pickColors } from "../../policies/color.ts";
import { listLeft, type PersonalRow } from "../../queries/subscriptions.ts";
import type { Joined, JoinedChannel, Joining } from "../../values/joining.ts";
import { initialPersonal, personalOf } from "../../values/personal.ts";
import { nameKey, type RealmChannels } from "../../values/realm-channels.ts";
import type { LockedRealm } from "../realm-change.ts";

/**
 * Chooses the settings each user begins with: those from before when the user comes back, else the requested colour,
 * else the next that the user does not use (docs/behaviour/subscriptions.md#colors). One statement for any number of
 * users and channels, none when nobody comes back.
 */
export async function chooseSettings(
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
