import type { Bundle, WideMessage } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { WebhooksContext } from "../context.ts";
import { mailReasonOf, media } from "../policies/notification.ts";
import {
  deleteMissed,
  insertMissed,
  mostNoted,
  type NewMissedMessage,
} from "../queries/missed-messages.ts";
import { dueMs, staleMs } from "../workflows/mail/schedule.ts";
import { conversationOf } from "../workflows/push/content.ts";
import { freshMessageOf, type MessageEvent, Receivers } from "./receivers.ts";

/** Types of the events of which people are mailed. */
export const missedTypes: ReadonlySet<string> = new Set(["message", "update_message"]);

/** Bot that greets people: what it says is there when they come back. */
const welcomeBot = "welcome-bot@";

/**
 * Notes of which new messages people are to get e-mail unless they read them before (docs/subsystems/missed-mail.md).
 * What came together is looked at together, so that messages of one topic are asked about once.
 */
export async function noteMissed(ctx: WebhooksContext, bundles: readonly Bundle[]): Promise<void> {
  const byRealm = Map.groupBy(bundles, ({ realm }) => realm);
  for (const [realmId, ofRealm] of byRealm) {
    if (!(await ctx.mailState.isSent(realmId))) return;
    await noteOfRealm(ctx, realmId, ofRealm);
  }
}

async function noteOfRealm(
  ctx: WebhooksContext,
  realmId: number,
  bundles: readonly Bundle[],
): Promise<void> {
  const oldest = ctx.now() - staleMs;
  const messages = bundles.flatMap(({ events }) =>
    events.flatMap((event) => freshMessageOf(event, oldest)),
  );
  if (messages.length === 0) return;
  const directory = await ctx.users.current(realmId);
  if (directory.realm?.deactivated !== false) return;
  const receivers = new Receivers(ctx, realmId, directory);
  const missed: NewMissedMessage[] = [];
  const counts: Counts = new Map();
  for (const event of messages) {
    if (isGreeting(directory, event.message)) continue;
    const userIds = await receivers.noLonger(event, media.mail);
    const over = { realmId, userIds, messageId: event.message.id };
    // What was noted of the same look at messages as well: it is in no row yet.
    if (userIds.length > 0) await insertMissed(ctx.db, missed.splice(0));
    await deleteMissed(ctx.db, over);
    missed.push(...(await missedOf({ ctx, realmId, receivers, event, counts })));
  }
  await insertMissed(ctx.db, missed);
}

function isGreeting({ users }: UserDirectory, { sender_id: senderId }: WideMessage): boolean {
  const sender = users.get(senderId);
  return sender?.isSystemBot === true && sender.email.startsWith(welcomeBot);
}

/** Messages of topics and channels that were noted together, by conversation and person. */
type Counts = Map<string, Map<number, number>>;

interface Noting {
  readonly ctx: WebhooksContext;
  readonly realmId: number;
  readonly receivers: Receivers;
  readonly event: MessageEvent;
  readonly counts: Counts;
}

async function missedOf({ counts, ctx, event, realmId, receivers }: Noting) {
  const notified = await receivers.of(event, media.mail);
  if (notified.length === 0) return [];
  const present = await receivers.present();
  const conversation = conversationOf(event.message);
  const ofConversation = counts.get(conversation) ?? new Map<number, number>();
  counts.set(conversation, ofConversation);
  const missed: NewMissedMessage[] = [];
  for (const { listener, trigger, user } of notified) {
    const reason = mailReasonOf(trigger, listener);
    if (reason !== "personal" && !mayBeKept(ofConversation, user.id)) continue;
    const wasPresent = present.has(user.id);
    const dueAt = new Date(ctx.now() + dueMs(user.settings, wasPresent));
    const messageId = event.message.id;
    const userId = user.id;
    missed.push({ realmId, userId, messageId, conversation, reason, wasPresent, dueAt });
  }
  return missed;
}

/**
 * Counts a message for somebody, and tells whether there may be room for it: what follows the most that are kept would
 * be thrown away below, for each of thousands of followers of a topic that is busy.
 */
function mayBeKept(counts: Map<number, number>, userId: number): boolean {
  const before = counts.get(userId) ?? 0;
  counts.set(userId, before + 1);
  return before < mostNoted;
}
