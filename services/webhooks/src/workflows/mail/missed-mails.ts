import {
  type FetchedMessage,
  getMessages,
  mailMissedMessages,
  type MissedConversation,
  type RealmRecord,
  type UserRecord,
} from "@team-chat/contract";
import type { DeliveryKind } from "@team-chat/delivery";
import type { Caller } from "@team-chat/identity";
import { describeSpan } from "@team-chat/telemetry";

import type { WebhooksContext } from "../../context.ts";
import { stillWantsMail } from "../../policies/notification.ts";
import {
  type ClaimedBatch,
  claimBatches,
  finishBatch,
  putOffBatch,
  renewBatchClaims,
} from "../../queries/mail-batches.ts";
import { takeMails } from "../../queries/mail-counts.ts";
import { listMissed, type MissedMessage } from "../../queries/missed-messages.ts";
import { listPresent } from "../list-present.ts";
import { conversationsOf } from "./conversations.ts";
import { givenUpMs, waitAfter } from "./schedule.ts";

const self = { kind: "service", name: "webhooks" } as const;
/** People whom a process mails to at a time: nobody waits for it, and others want what it asks. */
const atOnce = 8;

/** Describes to a worker how people are mailed to about missed messages (docs/subsystems/missed-mail.md). */
export function missedMails(ctx: WebhooksContext): DeliveryKind<ClaimedBatch> {
  return {
    name: "missed messages",
    claim: async ({ limit, running, ...claim }) => {
      const room = Math.min(limit, atOnce - running.length);
      return room <= 0 ? [] : claimBatches(ctx.db, { ...claim, limit: room });
    },
    renew: (claimed, claim) => renewBatchClaims(ctx.db, claimed, claim),
    step: (batch) => takeStep(ctx, batch),
  };
}

async function takeStep(ctx: WebhooksContext, batch: ClaimedBatch): Promise<string> {
  const { mails, ...outcome } = await mail(ctx, batch).catch((error: unknown) => {
    ctx.log.warn({ err: error, realm: batch.realmId, batch: batch.id }, "e-mail is tried later");
    return { mails: null, doneIds: [], notBefore: null, isHandedOver: false };
  });
  if (mails === null) {
    const wait = waitAfter(batch.attempts, ctx.random);
    await putOffBatch(ctx.db, batch, new Date(ctx.now() + wait));
  } else await finishBatch(ctx.db, batch, outcome);
  const state = stateOf({ mails, ...outcome });
  describeSpan({ realm: batch.realmId, state });
  ctx.log.info(
    { realm: batch.realmId, batch: batch.id, mails, state },
    "missed messages were mailed",
  );
  return state;
}

interface Outcome {
  /** Number of e-mails; null when it is to be tried again. */
  readonly mails: number | null;
  readonly doneIds: readonly number[];
  readonly notBefore: Date | null;
  /** True if users knows what is mailed under the key, so that the next e-mail needs another. */
  readonly isHandedOver: boolean;
}

function stateOf({ mails, notBefore }: Outcome): string {
  if (mails === null) return "put_off";
  if (notBefore !== null) return "limited";
  return mails === 0 ? "nothing" : "mailed";
}

async function mail(ctx: WebhooksContext, batch: ClaimedBatch): Promise<Outcome> {
  const now = new Date(ctx.now());
  const missed = await listMissed(ctx.db, batch, now);
  const conversations = await loadConversations(ctx, batch, missed);
  const wanted = { ...batch, mails: conversations.length, now };
  const granted =
    conversations.length === 0
      ? { mails: 0, again: null }
      : await takeMails(ctx.db, wanted, ctx.mailLimits);
  const chosen = conversations.slice(0, granted.mails);
  const mailed = chosen.length === 0 ? [] : await handOver(ctx, batch, chosen);
  const waiting = new Set(conversations.flatMap(({ messageIds }) => messageIds));
  for (const id of mailed) waiting.delete(id);
  return {
    mails: chosen.length,
    doneIds: missed.map(({ messageId }) => messageId).filter((id) => !waiting.has(id)),
    notBefore: granted.again,
    isHandedOver: chosen.length > 0,
  };
}

/** Has users send the e-mail; returns the messages that were mailed under the key of the batch, now or before. */
async function handOver(
  { usersClient }: WebhooksContext,
  { key, realmId, userId }: ClaimedBatch,
  conversations: readonly MissedConversation[],
): Promise<readonly number[]> {
  const given = { realmId, userId, key, conversations: [...conversations] };
  const { messageIds } = await usersClient.call(mailMissedMessages, self, given, { realmId });
  return messageIds;
}

/** Loads what the person still has to be told of, as it is now. */
async function loadConversations(
  ctx: WebhooksContext,
  { realmId, userId }: ClaimedBatch,
  missed: readonly MissedMessage[],
): Promise<readonly MissedConversation[]> {
  const { realm, users } = await ctx.users.current(realmId);
  const user = users.get(userId);
  if (realm?.deactivated !== false || user?.isActive !== true) return [];
  const wanted = await stillWanted(ctx, { realm, user }, missed);
  if (wanted.length === 0) return [];
  const messages = await fetchUnread(ctx, { realm, user }, wanted);
  const reasons = new Map(wanted.map(({ messageId, reason }) => [messageId, reason]));
  return conversationsOf(messages, { realm, user, reasons });
}

interface Reader {
  readonly realm: RealmRecord;
  readonly user: UserRecord;
}

/** Leaves out what is too old, what nobody wants to hear of any more, and what somebody who is still there will see. */
async function stillWanted(
  ctx: WebhooksContext,
  { realm, user }: Reader,
  missed: readonly MissedMessage[],
): Promise<readonly MissedMessage[]> {
  const oldest = ctx.now() - givenUpMs;
  const wanted = missed.filter(
    ({ dueAt, reason }) => dueAt.getTime() > oldest && stillWantsMail(user.settings, reason),
  );
  if (!wanted.some(({ wasPresent }) => wasPresent)) return wanted;
  const isThere = (await listPresent(ctx, realm.id)).has(user.id);
  return isThere ? wanted.filter(({ wasPresent }) => !wasPresent) : wanted;
}

/** Asks for the messages as the person, so that only what they may see comes, as they would see it. */
async function fetchUnread(
  { messages }: WebhooksContext,
  { realm, user }: Reader,
  missed: readonly MissedMessage[],
): Promise<readonly FetchedMessage[]> {
  const { id, subdomain, url } = realm;
  const reader: Caller = {
    kind: "user",
    realm: { id, subdomain, url },
    userId: user.id,
    role: user.role,
    isBot: false,
    client: "notifications",
    usersVersion: 0,
  };
  const ids = missed.map(({ messageId }) => messageId);
  const asked = { message_ids: ids, allow_empty_topic_name: true };
  const found = await messages.request(getMessages, reader, asked, { realmId: id });
  return found.messages.filter(({ flags }) => !flags.includes("read"));
}
