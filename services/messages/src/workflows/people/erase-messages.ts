// See docs/erasure.md#messages.
import type { Context } from "../../context.ts";
import type { RealmState } from "../../domain/directories/realm-view.ts";
import { loadStrangers } from "../../loading/load-strangers.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { deleteMessageEvent } from "../../present/edit-events.ts";
import { reactionEvent } from "../../present/reaction-event.ts";
import { strangersOf } from "../../present/strangers.ts";
import { archiveMessages } from "../../queries/archive/archive-messages.ts";
import { deleteArchived, unclaimFiles } from "../../queries/archive/emptying.ts";
import { lockHolds } from "../../queries/archive/legal-holds.ts";
import {
  deleteSubmessagesOf,
  lockMessagesOf,
  type PersonRef,
  type PlacedRow,
  takeReactionsOf,
} from "../../queries/people/erased-rows.ts";
import { filesOf, tellOwners } from "../../sending/link-files.ts";

/** Of one transaction: what waits for it waits for milliseconds. */
const batchSize = 200;
const reactionsAtOnce = 50;

/** Deletes the next messages of a person for good, and tells whoever may read them. How many there were. */
export async function eraseMessages(
  ctx: Context,
  state: RealmState,
  person: PersonRef,
): Promise<number> {
  const { realmId } = person;
  const gone = await ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      await lockHolds(tx, realmId, { alone: false });
      const rows = await lockMessagesOf(tx, person, batchSize);
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      for (const messages of byTopic(rows)) {
        const messageIds = messages.map(({ id }) => id);
        const [{ channelId, participants, recipientId, topic }] = messages;
        const placed = { recipientId, channelId, participants, messageIds };
        const audience = await listAudience(tx, state, placed);
        emit(deleteMessageEvent(messageIds, { channelId, topic }, audience));
      }
      const files = await filesOf({ tx }, realmId, ids);
      const nowMs = ctx.now();
      await archiveMessages(tx, { realmId, ids, reason: "message", deletedBy: null, nowMs });
      await unclaimFiles(tx, realmId, await deleteArchived(tx, realmId, ids));
      await tellOwners({ tx, emit }, realmId, files);
      return rows;
    },
    // As with everything that changes messages: see docs/subsystems/messages.md.
    { gateFirst: true },
  );
  for (const { recipientId, topic } of gone) ctx.topics.forget({ realmId, recipientId, topic });
  return gone.length;
}

/** Groups messages by their place and topic as one of them writes it; no group is empty. */
function byTopic(rows: readonly PlacedRow[]): Iterable<[PlacedRow, ...PlacedRow[]]> {
  const groups = new Map<string, [PlacedRow, ...PlacedRow[]]>();
  for (const row of rows) {
    const key = `${row.recipientId}/${row.topic}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups.values();
}

/** Takes the next reactions of a person back, and what the person added to polls. How many there were. */
export function eraseReactions(
  ctx: Context,
  state: RealmState,
  person: PersonRef,
): Promise<number> {
  const { realmId, userId } = person;
  const actor = state.users.users.get(userId);
  return ctx.outbox.transaction(
    realmId,
    async (tx, emit) => {
      const taken = await takeReactionsOf(tx, person, reactionsAtOnce);
      for (const { reaction, ...row } of taken) {
        if (actor === undefined) break;
        const audience = await listAudience(tx, state, { ...row, messageIds: [row.id] });
        const unknown = await loadStrangers(ctx.hot, state, { user: actor, among: audience });
        const strangers = strangersOf(userId, unknown, state.users);
        emit(reactionEvent("remove", { messageId: row.id, reaction, actor, strangers }, audience));
      }
      return taken.length === 0 ? deleteSubmessagesOf(tx, person) : taken.length;
    },
    { gateFirst: true },
  );
}
