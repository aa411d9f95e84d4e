import { addReaction } from "./add-reaction.ts";
import { deleteMessage } from "./delete-message.ts";
import { getMessageHistory } from "./get-message-history.ts";
import { getMessage } from "./get-message.ts";
import { getMessages } from "./get-messages.ts";
import { listTopics } from "./list-topics.ts";
import { removeReaction } from "./remove-reaction.ts";
import { sendMessage } from "./send-message.ts";
import { updateMessageFlags } from "./update-message-flags.ts";
import { updateMessage } from "./update-message.ts";

export { messagesEvent } from "./events.ts";
export { type FetchedMessage } from "./fetched-message.ts";
export { type NarrowTerm } from "./narrow.ts";
export {
  addReaction,
  deleteMessage,
  getMessage,
  getMessageHistory,
  getMessages,
  listTopics,
  removeReaction,
  sendMessage,
  updateMessage,
  updateMessageFlags,
};

export const messagesOperations = [
  sendMessage,
  getMessages,
  updateMessageFlags,
  getMessage,
  listTopics,
  addReaction,
  removeReaction,
  updateMessage,
  deleteMessage,
  getMessageHistory,
] as const;
