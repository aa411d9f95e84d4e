import type { Context } from "../../context.ts";
import { updateChannelEvents } from "../../present/update-channel-events.ts";
import { updateFacts } from "../../queries/channel-facts.ts";
import { bumpVersion } from "../../queries/versions.ts";
import { factsOf, sameFacts } from "../../values/channel-facts.ts";
import type { LockedRealm } from "../realm-change.ts";
import { changeLocked } from "../realm/change-realm.ts";

interface Refresh {
  readonly realmId: number;
  /** At most 100. */
  readonly channelIds: readonly number[];
  /** UNIX seconds. */
  readonly now: number;
  /** Messages of the last 28 days by channel; null leaves the traffic as it is. */
  readonly counts: ReadonlyMap<number, number> | null;
}

/**
 * Compares what clients were told of the channels' messages with what messages says, and tells whoever may know of a
 * channel the difference. Messages is asked under the realm's lock, two index probes for each channel, so that of two
 * at the same time the later one has the newer answer.
 */
export async function refreshFacts(ctx: Context, refresh: Refresh): Promise<void> {
  await changeLocked(ctx, { realmId: refresh.realmId, usersVersion: 0 }, (change) =>
    tellOfFacts(ctx, refresh, change),
  );
}

async function tellOfFacts(ctx: Context, refresh: Refresh, change: LockedRealm): Promise<void> {
  const { channelIds, counts, now, realmId } = refresh;
  const said = await ctx.channelFacts({ realmId, channelIds: [...channelIds], countSince: null });
  const byId = new Map(said.map((facts) => [facts.channelId, facts]));
  const changed = channelIds.flatMap((id) => {
    const before = change.channels.channels.get(id);
    if (!before) return [];
    const count = counts ? (counts.get(id) ?? 0) : null;
    const facts = factsOf(before, byId.get(id) ?? null, { now, count });
    return sameFacts(before, facts) ? [] : [{ before, after: { ...before, ...facts } }];
  });
  if (changed.length === 0) return;
  const version = await bumpVersion(change.tx, realmId);
  await updateFacts(
    change.tx,
    { realmId, version },
    changed.map(({ after }) => after),
  );
  for (const { after, before } of changed)
    for (const event of updateChannelEvents({ before, after, directories: change }))
      change.emit(event);
}
