import { pickColors } from "../policies/color.ts";
import { listLeft, mapUsedColors } from "../queries/subscriptions.ts";
import type { ChannelRow } from "./channel-row.ts";
import { initialPersonal, type Personal } from "./personal.ts";
import type { LockedRealm } from "./realm-change.ts";
import { nameKey } from "./realm-channels.ts";

/** A user to subscribe to a channel. */
interface Pair {
  readonly userId: number;
  readonly channelId: number;
  readonly channel: ChannelRow;
}

/**
 * The settings each user begins with: those from before when the user comes back, else the requested colour, else the next
 * that the user does not use (reference/behaviour.md §9.2). Two statements for any number of users and channels.
 */
export async function chooseSettings(
  { realmId, tx }: LockedRealm,
  pairs: readonly Pair[],
  colors: ReadonlyMap<string, string>,
): Promise<readonly (Pair & { readonly personal: Personal; readonly isBack: boolean })[]> {
  const channels = [...new Map(pairs.map(({ channel }) => [channel.id, channel])).values()];
  const userIds = [...new Set(pairs.map(({ userId }) => userId))];
  const channelIds = channels.map(({ id }) => id);
  const requested = new Map(
    channels.flatMap(({ id, name }) => {
      const color = colors.get(nameKey(name));
      return color === undefined ? [] : [[id, color] as const];
    }),
  );
  const before = Map.groupBy(
    await listLeft(tx, realmId, { userIds, channelIds }),
    ({ userId }) => userId,
  );
  const used = await mapUsedColors(tx, realmId, userIds);
  const byUser = Map.groupBy(pairs, ({ userId }) => userId);
  return [...byUser].flatMap(([userId, own]) => {
    const kept = new Map((before.get(userId) ?? []).map((row) => [row.channelId, row]));
    const fresh = own.filter(({ channelId }) => !kept.has(channelId));
    const chosen = pickColors(
      fresh.map(({ channelId }) => channelId),
      used.get(userId) ?? [],
      requested,
    );
    return own.map((pair) => {
      const left = kept.get(pair.channelId);
      const personal = left ?? initialPersonal(chosen.get(pair.channelId) ?? "");
      return { ...pair, personal: personalOf(personal), isBack: left !== undefined };
    });
  });
}

function personalOf(from: Personal): Personal {
  return {
    color: from.color,
    isMuted: from.isMuted,
    pinToTop: from.pinToTop,
    desktopNotifications: from.desktopNotifications,
    emailNotifications: from.emailNotifications,
    wildcardMentionsNotify: from.wildcardMentionsNotify,
    pushNotifications: from.pushNotifications,
    audibleNotifications: from.audibleNotifications,
  };
}
