import {
  type Bundle,
  deleteMessageEvent,
  type DomainEvent,
  updateMessageFlagsEvent,
  type UserRecord,
} from "@team-chat/contract";
import type { ReceivedBundle } from "@team-chat/nats";
import type { UserDirectory } from "@team-chat/projection";
import { currentScope, isTracing, type Scope, traceparentOf } from "@team-chat/telemetry";

import type { WebhooksContext } from "../context.ts";
import { hearsWhilePresent, media } from "../policies/notification.ts";
import { listPushedRealms } from "../queries/push-subscriptions.ts";
import { insertPushes, type NewPush, takeBack } from "../queries/pushes.ts";
import { contentOf, conversationOf } from "../workflows/push/content.ts";
import { lifetimeMs } from "../workflows/push/schedule.ts";
import { freshMessageOf, type MessageEvent, type Receiver, Receivers } from "./receivers.ts";

/** Types of the events by which something is pushed, or taken back; all of them come from messages. */
export const pushedTypes: ReadonlySet<string> = new Set([
  "delete_message",
  "message",
  "update_message",
  "update_message_flags",
]);

/**
 * Notes what is to be pushed of new messages, and takes back what was read elsewhere or is gone
 * (docs/subsystems/notifications.md). Bundles of organizations without subscriptions are not even read. Resolves to
 * whether there may be any push to work off.
 */
export async function notePushes(
  ctx: WebhooksContext,
  received: readonly ReceivedBundle[],
): Promise<boolean> {
  const realmIds = [...new Set(received.map(({ realm }) => realm))];
  const pushed = await listPushedRealms(ctx.db, realmIds);
  let isAny = false;
  for (const bundle of received) {
    if (!pushed.has(bundle.realm)) continue;
    if (await noteBundle(ctx, bundle.parse(), bundle.scope)) isAny = true;
  }
  return isAny;
}

async function noteBundle(
  ctx: WebhooksContext,
  bundle: Bundle,
  scope: Scope | undefined,
): Promise<boolean> {
  const isNoted = await noteMessages(ctx, bundle, scope);
  const isTakenBack = await takeBackMessages(ctx, bundle);
  return isNoted || isTakenBack;
}

async function noteMessages(
  ctx: WebhooksContext,
  bundle: Bundle,
  scope: Scope | undefined,
): Promise<boolean> {
  const { realm: realmId } = bundle;
  const now = ctx.now();
  const messages = bundle.events.flatMap((event) => freshMessageOf(event, now - lifetimeMs));
  if (messages.length === 0) return false;
  const directory = await ctx.users.current(realmId);
  if (directory.realm?.deactivated !== false) return false;
  const receivers = new Receivers(ctx, realmId, directory);
  const traceparent = traceOf(scope);
  const times = { now: new Date(now), expiresAt: new Date(now + lifetimeMs) };
  const [edits, others] = [[], []] as readonly [NewPush[], NewPush[]];
  let isAny = false;
  for (const event of messages) {
    const isEdit = event.before !== null;
    for (const userId of await receivers.noLonger(event, media.push)) {
      const over = { realmId, userId, messageIds: [event.message.id], now: times.now };
      if (await takeBack(ctx.db, over)) isAny = true;
    }
    const pushes = await pushesOf({ event, directory, receivers, realmId, traceparent });
    (isEdit ? edits : others).push(...pushes);
  }
  if (await insertPushes(ctx.db, others, { ...times, again: false })) isAny = true;
  if (await insertPushes(ctx.db, edits, { ...times, again: true })) isAny = true;
  return isAny;
}

interface Noting {
  readonly event: MessageEvent;
  readonly directory: UserDirectory;
  readonly receivers: Receivers;
  readonly realmId: number;
  readonly traceparent: string | null;
}

async function pushesOf({ event, receivers, ...of }: Noting): Promise<readonly NewPush[]> {
  const { message } = event;
  const notified = await receivers.of(event, media.push);
  const users = await withoutPresent(receivers, notified);
  return users.map((user) => ({
    realmId: of.realmId,
    userId: user.id,
    messageId: message.id,
    conversation: conversationOf(message),
    content: JSON.stringify(contentOf(message, user)),
    traceparent: of.traceparent,
  }));
}

/** Leaves out who is present and wants to be notified only when away. */
async function withoutPresent(
  receivers: Receivers,
  notified: readonly Receiver[],
): Promise<readonly UserRecord[]> {
  const users = notified.map(({ user }) => user);
  if (users.every(({ settings }) => hearsWhilePresent(settings))) return users;
  const present = await receivers.present();
  return users.filter(({ id, settings }) => hearsWhilePresent(settings) || !present.has(id));
}

function traceOf(scope: Scope | undefined): string | null {
  const followed = scope ?? currentScope();
  return isTracing() && followed !== undefined ? traceparentOf(followed) : null;
}

async function takeBackMessages(ctx: WebhooksContext, bundle: Bundle): Promise<boolean> {
  const at = { realmId: bundle.realm, now: new Date(ctx.now()) };
  let isAny = false;
  for (const event of bundle.events)
    for (const over of oversOf(event)) if (await takeBack(ctx.db, { ...at, ...over })) isAny = true;
  return isAny;
}

interface Over {
  readonly userId: number | null;
  readonly messageIds: readonly number[] | null;
}

/** Lists whose messages are over: read by somebody, or gone for everybody or those who do not see them any more. */
function oversOf({ audience, event }: DomainEvent): readonly Over[] {
  if (event.type === "delete_message") {
    const { message_ids: messageIds } = deleteMessageEvent.parse(event);
    if (audience.to !== "users") return [{ userId: null, messageIds }];
    return audience.ids.map((userId) => ({ userId, messageIds }));
  }
  if (event.type !== "update_message_flags") return [];
  const { flag, op, ...change } = updateMessageFlagsEvent.parse(event);
  if (flag !== "read" || op !== "add" || audience.to !== "users") return [];
  const messageIds = change.all ? null : change.messages;
  return audience.ids.map((userId) => ({ userId, messageIds }));
}
