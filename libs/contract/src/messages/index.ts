import { getMessage } from "./get-message.ts";
import { getMessages } from "./get-messages.ts";
import { listTopics } from "./list-topics.ts";
import { sendMessage } from "./send-message.ts";
import { updateMessageFlags } from "./update-message-flags.ts";

export { type FetchedMessage } from "./fetched-message.ts";
export { type NarrowTerm } from "./narrow.ts";
export { getMessage, getMessages, listTopics, sendMessage, updateMessageFlags };

export const messagesOperations = [
  sendMessage,
  getMessages,
  updateMessageFlags,
  getMessage,
  listTopics,
] as const;
