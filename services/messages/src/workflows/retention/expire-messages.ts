import type { Context } from "../../context.ts";
import type { RealmState } from "../../domain/directories/realm-view.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { cutoffsAt } from "../../policies/retention.ts";
import { deleteMessageEvent } from "../../present/edit-events.ts";
import { archiveMessages } from "../../queries/archive/archive-messages.ts";
import {
  listExpired,
  lockExpired,
  type RetainedRecipient,
} from "../../queries/messages/retention.ts";
import type { Cutoffs } from "../../values/cutoffs.ts";

/** Messages in one transaction: what waits for it waits for milliseconds. */
const batchSize = 500;
/** Transactions in one turn of a realm; what is left then comes with the next. */
const maxBatches = 200;

/** Time of one run, and the signal that ends it early. */
interface Turn {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/**
 * Deletes what the realm's channels and conversations keep no longer, a bounded number. Whether anything may be left.
 */
export async function expireMessages(ctx: Context, realmId: number, turn: Turn): Promise<boolean> {
  let afterId = 0;
  let batches = 0;
  for (;;) {
    const cutoffs = (await loadPolicies(ctx, realmId, turn)).cutoffs;
    if (cutoffs.channels.length === 0 && cutoffs.direct === null) return false;
    const places = await listExpired(ctx.db, { realmId, afterId }, cutoffs);
    if (places.length === 0) return false;
    for (const place of places) {
      for (let deleted = batchSize; deleted === batchSize; batches += 1) {
        if (batches >= maxBatches || turn.signal.aborted) return true;
        deleted = await deleteBatch(ctx, await loadPolicies(ctx, realmId, turn), place);
      }
      afterId = place.id;
    }
  }
}

interface Policies {
  readonly state: RealmState;
  readonly cutoffs: Cutoffs;
}

/** Policies as they are now: one that keeps messages longer holds from its answer on. */
async function loadPolicies(ctx: Context, realmId: number, { now }: Turn): Promise<Policies> {
  const [users, channels] = await Promise.all([
    ctx.users.current(realmId),
    ctx.channels.current(realmId),
  ]);
  const cutoffs = cutoffsAt(now, channels.channels.values(), users);
  return { state: { realmId, users, channels }, cutoffs };
}

function cutoffOf({ channelId }: RetainedRecipient, cutoffs: Cutoffs): Date | null {
  if (channelId === null) return cutoffs.direct;
  return cutoffs.channels.find((channel) => channel.channelId === channelId)?.before ?? null;
}

/** Deletes the oldest of a place and tells whoever may read them, topic by topic. How many there were. */
async function deleteBatch(
  ctx: Context,
  { cutoffs, state }: Policies,
  place: RetainedRecipient,
): Promise<number> {
  const { realmId } = state;
  const before = cutoffOf(place, cutoffs);
  if (before === null) return 0;
  const topics = await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const expired = await lockExpired(tx, { realmId, recipientId: place.id, before }, batchSize);
      const byTopic = Map.groupBy(expired, ({ topic }) => topic);
      for (const [topic, messages] of byTopic) {
        const messageIds = messages.map(({ id }) => id);
        const placed = { ...place, recipientId: place.id, messageIds };
        const audience = await listAudience(tx, state, placed);
        emit(deleteMessageEvent(messageIds, { channelId: place.channelId, topic }, audience));
      }
      const ids = expired.map(({ id }) => id);
      const gone = { realmId, ids, reason: "retention", deletedBy: null } as const;
      if (ids.length > 0) await archiveMessages(tx, { ...gone, nowMs: ctx.now() });
      return byTopic;
    },
    // As with everything that changes messages: see docs/subsystems/messages.md.
    { gateFirst: true },
  );
  for (const topic of topics.keys()) ctx.topics.forget({ realmId, recipientId: place.id, topic });
  return [...topics.values()].reduce((sum, messages) => sum + messages.length, 0);
}
