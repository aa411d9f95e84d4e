import type { ScheduledMessageObject } from "@team-chat/contract";

import { call } from "../api/call.ts";
import { createScheduledMessage, listScheduledMessages } from "../api/page-operations.ts";
import type { Conversation } from "../state/conversation.ts";

/** A message for later. */
export interface Written {
  readonly conversation: Conversation;
  readonly content: string;
  /** UNIX seconds. */
  readonly at: number;
}

/**
 * Has a message sent later, and returns its id. With `isAgain`, after a try of which no answer came, what that try has
 * kept is found, so that nothing is sent twice.
 * @throws Refusal
 */
export async function schedule(written: Written, isAgain: boolean): Promise<number> {
  const kept = isAgain ? await find(written) : undefined;
  if (kept !== undefined) return kept.scheduled_message_id;
  const { at, content, conversation } = written;
  const target =
    conversation.kind === "topic"
      ? { type: "channel" as const, to: conversation.channelId, topic: conversation.topic }
      : { type: "direct" as const, to: [...conversation.userIds] };
  const message = {
    ...target,
    content,
    scheduled_delivery_timestamp: at,
    read_by_sender: true,
  };
  return (await call(createScheduledMessage, message)).scheduled_message_id;
}

async function find(written: Written): Promise<ScheduledMessageObject | undefined> {
  const { scheduled_messages: all } = await call(listScheduledMessages, {});
  return all.find(
    (one) =>
      one.scheduled_delivery_timestamp === written.at &&
      one.content === written.content.trim() &&
      isFor(one, written.conversation),
  );
}

function isFor(message: ScheduledMessageObject, conversation: Conversation): boolean {
  if (message.type === "stream")
    return (
      conversation.kind === "topic" &&
      conversation.channelId === message.to &&
      conversation.topic === message.topic
    );
  return (
    conversation.kind === "direct" &&
    conversation.userIds.join() === message.to.toSorted((a, b) => a - b).join()
  );
}
