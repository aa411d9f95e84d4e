import { addReaction } from "./add-reaction.ts";
import { addSubmessage } from "./add-submessage.ts";
import { deleteMessage } from "./delete-message.ts";
import { deleteTopic } from "./delete-topic.ts";
import { getMessageHistory } from "./get-message-history.ts";
import { getMessage } from "./get-message.ts";
import { getMessages } from "./get-messages.ts";
import { getReadReceipts } from "./get-read-receipts.ts";
import { listTopics } from "./list-topics.ts";
import { markAllAsRead } from "./mark-all-as-read.ts";
import { markStreamAsRead } from "./mark-stream-as-read.ts";
import { markTopicAsRead } from "./mark-topic-as-read.ts";
import { matchesNarrow } from "./matches-narrow.ts";
import { removeReaction } from "./remove-reaction.ts";
import { renderMessage } from "./render-message.ts";
import { reportMessage } from "./report-message.ts";
import { sendMessage } from "./send-message.ts";
import { setTypingStatusForMessageEdit } from "./set-typing-status-for-message-edit.ts";
import { setTypingStatus } from "./set-typing-status.ts";
import { updateMessageFlagsForNarrow } from "./update-message-flags-for-narrow.ts";
import { updateMessageFlags } from "./update-message-flags.ts";
import { updateMessage } from "./update-message.ts";

export { messagesDomainEvent, messagesEvent, messagesRestoredEvent } from "./events.ts";
export { type FetchedMessage } from "./fetched-message.ts";
export { type NarrowTerm } from "./narrow.ts";
export {
  addReaction,
  addSubmessage,
  reportMessage,
  deleteTopic,
  deleteMessage,
  getMessage,
  getMessageHistory,
  getMessages,
  getReadReceipts,
  listTopics,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  matchesNarrow,
  removeReaction,
  renderMessage,
  sendMessage,
  setTypingStatus,
  setTypingStatusForMessageEdit,
  updateMessage,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
};

export const messagesOperations = [
  sendMessage,
  getMessages,
  getMessage,
  updateMessage,
  deleteMessage,
  getMessageHistory,
  matchesNarrow,
  renderMessage,
  reportMessage,
  addSubmessage,
] as const;

export const topicsOperations = [listTopics, deleteTopic] as const;

export const readStateOperations = [
  updateMessageFlags,
  updateMessageFlagsForNarrow,
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  getReadReceipts,
] as const;

export const reactionsOperations = [addReaction, removeReaction] as const;

export const typingOperations = [setTypingStatus, setTypingStatusForMessageEdit] as const;
