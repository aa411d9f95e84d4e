import { presentMessage, type WideMessage } from "@team-chat/contract";

import { emptyTopicFor, type Renderer } from "./renderer.ts";

/**
 * Message events: HTML or Markdown, avatar left to the client or not, the empty topic or its display name
 * (docs/behaviour/events.md#options-of-a-queue).
 */
export const messageRenderer: Renderer = {
  variant: (options) =>
    `${options.applyMarkdown ? "h" : "m"}${options.clientGravatar ? "g" : "-"}${emptyTopicFor(options)}`,
  render: ({ event }, options) => [
    {
      type: "message",
      message: presentMessage(event["message"] as WideMessage, {
        applyMarkdown: options.applyMarkdown,
        clientGravatar: options.clientGravatar,
        emptyTopicName: emptyTopicFor(options),
      }),
    },
  ],
};
