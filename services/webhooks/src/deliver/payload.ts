import { presentMessage, type UserRecord, type WideMessage } from "@team-chat/contract";

import type { Delivery } from "../queries/deliveries.ts";

/** The JSON body for a bot's server (specification, POST /service-outgoing-webhook; reference/behaviour.md §17). */
export function payloadOf(delivery: Delivery, bot: UserRecord, token: string): string {
  const wide = JSON.parse(delivery.message) as WideMessage;
  const message = presentMessage(wide, {
    applyMarkdown: false,
    clientGravatar: false,
    emptyTopicName: "",
  });
  return JSON.stringify({
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: wide.content,
    trigger: delivery.trigger,
    token,
    message: { ...message, rendered_content: wide.rendered_content },
  });
}
