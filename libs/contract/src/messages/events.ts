import { z } from "zod";

import { attachmentEvent } from "../event-types/attachment.ts";
import { deleteMessageEvent } from "../event-types/delete-message.ts";
import { draftsEvent } from "../event-types/drafts.ts";
import { wideMessage } from "../event-types/message.ts";
import { messagesRestoredEvent } from "../event-types/messages-restored.ts";
import { reactionEvent } from "../event-types/reaction.ts";
import { remindersEvent, scheduledMessagesEvent } from "../event-types/scheduled-messages.ts";
import { submessageEvent } from "../event-types/submessage.ts";
import { typingEditMessageEvent, typingEvent } from "../event-types/typing.ts";
import { updateMessageFlagsEvent } from "../event-types/update-message-flags.ts";
import { updateMessageEvent } from "../event-types/update-message.ts";
import { realmExportEvent } from "../exports/events.ts";

const messageEvent = z.strictObject({
  type: z.literal("message"),
  message: wideMessage.strict().describe("In its widest form"),
});

export { messagesRestoredEvent };

/** Every event of the messages service that clients get, as it emits it. */
export const messagesEvent = z.discriminatedUnion("type", [
  messageEvent,
  reactionEvent,
  attachmentEvent,
  updateMessageFlagsEvent,
  updateMessageEvent,
  deleteMessageEvent,
  draftsEvent,
  scheduledMessagesEvent,
  remindersEvent,
  typingEvent,
  typingEditMessageEvent,
  submessageEvent,
  realmExportEvent,
]);

/** Every event of the messages service. */
export const messagesDomainEvent = z.union([messagesEvent, messagesRestoredEvent]);
