import type { Bundle, WideMessage } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { WebhooksContext } from "../context.ts";
import { mailReasonOf, media } from "../policies/notification.ts";
import { deleteMissed, insertMissed, type NewMissedMessage } from "../queries/missed-messages.ts";
import { dueMs, staleMs } from "../workflows/mail/schedule.ts";
import { conversationOf } from "../workflows/push/content.ts";
import { freshMessageOf, type MessageEvent, type Receiver, Receivers } from "./receivers.ts";

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
  for (const event of messages) {
    if (isGreeting(directory, event.message)) continue;
    const userIds = await receivers.noLonger(event, media.mail);
    const over = { realmId, userIds, messageId: event.message.id };
    // What was noted of the same look at messages as well: it is in no row yet.
    if (userIds.length > 0) await insertMissed(ctx.db, missed.splice(0));
    await deleteMissed(ctx.db, over);
    missed.push(...(await missedOf({ ctx, realmId, receivers, event })));
  }
  await insertMissed(ctx.db, missed);
}

function isGreeting({ users }: UserDirectory, { sender_id: senderId }: WideMessage): boolean {
  const sender = users.get(senderId);
  return sender?.isSystemBot === true && sender.email.startsWith(welcomeBot);
}

interface Noting {
  readonly ctx: WebhooksContext;
  readonly realmId: number;
  readonly receivers: Receivers;
  readonly event: MessageEvent;
}

async function missedOf({ ctx, event, realmId, receivers }: Noting) {
  const notified = await receivers.of(event, media.mail);
  if (notified.length === 0) return [];
  const present = await receivers.present();
  const conversation = conversationOf(event.message);
  return notified.map(({ listener, trigger, user }: Receiver): NewMissedMessage => {
    const wasPresent = present.has(user.id);
    return {
      realmId,
      userId: user.id,
      messageId: event.message.id,
      conversation,
      reason: mailReasonOf(trigger, listener),
      wasPresent,
      dueAt: new Date(ctx.now() + dueMs(user.settings, wasPresent)),
    };
  });
}
