import { presentMessage, type UserRecord, type WideMessage } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { Delivery } from "../../queries/deliveries.ts";

/** The value of a webhook's `interface` for the form that Slack posts; all others get JSON. */
export const slackInterface = 2;

export interface Payload {
  readonly contentType: string;
  readonly body: string;
}

/** Writes the JSON body for a bot's server (docs/behaviour/webhooks.md#what-a-bots-server-gets). */
export function genericPayload(delivery: Delivery, bot: UserRecord, token: string): Payload {
  const wide = JSON.parse(delivery.message) as WideMessage;
  const message = presentMessage(wide, {
    applyMarkdown: false,
    clientGravatar: false,
    emptyTopicName: "",
  });
  const body = JSON.stringify({
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: wide.content,
    trigger: delivery.trigger,
    token,
    message: { ...message, rendered_content: wide.rendered_content },
  });
  return { contentType: "application/json", body };
}

/**
 * Writes the form that Slack's outgoing webhooks post; null for direct messages, which it cannot say
 * (docs/behaviour/webhooks.md#slacks-form).
 */
export function slackPayload(
  delivery: Delivery,
  { realm }: UserDirectory,
  token: string,
): Payload | null {
  const message = JSON.parse(delivery.message) as WideMessage;
  if (typeof message.display_recipient !== "string" || !realm) return null;
  const form = new URLSearchParams({
    token,
    team_id: `T${realm.id}`,
    team_domain: new URL(realm.url).host,
    channel_id: `C${message.stream_id}`,
    channel_name: message.display_recipient,
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: delivery.trigger,
    service_id: String(delivery.botId),
  });
  return { contentType: "application/x-www-form-urlencoded", body: form.toString() };
}
