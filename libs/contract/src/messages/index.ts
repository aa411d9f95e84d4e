import { addReaction } from "./add-reaction.ts";
import { addSubmessage } from "./add-submessage.ts";
import { createDrafts } from "./create-drafts.ts";
import { createReminder } from "./create-reminder.ts";
import { createScheduledMessage } from "./create-scheduled-message.ts";
import { deleteAttachment } from "./delete-attachment.ts";
import { deleteDraft } from "./delete-draft.ts";
import { deleteMessage } from "./delete-message.ts";
import { deleteReminder } from "./delete-reminder.ts";
import { deleteScheduledMessage } from "./delete-scheduled-message.ts";
import { deleteTopic } from "./delete-topic.ts";
import { editDraft } from "./edit-draft.ts";
import { getFileUrl } from "./get-file-url.ts";
import { getFile } from "./get-file.ts";
import { getMessageHistory } from "./get-message-history.ts";
import { getMessage } from "./get-message.ts";
import { getMessages } from "./get-messages.ts";
import { getReadReceipts } from "./get-read-receipts.ts";
import { getTemporaryFile } from "./get-temporary-file.ts";
import { getThumbnailStatus } from "./get-thumbnail-status.ts";
import { listAttachments } from "./list-attachments.ts";
import { listDrafts } from "./list-drafts.ts";
import { listReminders } from "./list-reminders.ts";
import { listScheduledMessages } from "./list-scheduled-messages.ts";
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
import { updateScheduledMessage } from "./update-scheduled-message.ts";
import { uploadFile } from "./upload-file.ts";

export { type DraftObject, type WrittenDraft } from "./draft-object.ts";
export { type ReminderObject, type ScheduledMessageObject } from "./scheduled-message-object.ts";
export { type AttachmentObject } from "./attachment-object.ts";
export { maxUploadMib } from "./upload-file.ts";
export { messagesEvent } from "./events.ts";
export { type FetchedMessage } from "./fetched-message.ts";
export { type NarrowTerm } from "./narrow.ts";
export {
  addReaction,
  deleteAttachment,
  listAttachments,
  getTemporaryFile,
  getFile,
  getFileUrl,
  getThumbnailStatus,
  uploadFile,
  addSubmessage,
  deleteReminder,
  createReminder,
  listReminders,
  listScheduledMessages,
  deleteScheduledMessage,
  updateScheduledMessage,
  createScheduledMessage,
  reportMessage,
  deleteTopic,
  createDrafts,
  deleteDraft,
  deleteMessage,
  editDraft,
  getMessage,
  getMessageHistory,
  getMessages,
  getReadReceipts,
  listDrafts,
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

export const draftsOperations = [listDrafts, createDrafts, editDraft, deleteDraft] as const;

export const scheduledMessagesOperations = [
  listScheduledMessages,
  createScheduledMessage,
  updateScheduledMessage,
  deleteScheduledMessage,
] as const;

export const remindersOperations = [listReminders, createReminder, deleteReminder] as const;

export const filesOperations = [
  uploadFile,
  getFileUrl,
  getThumbnailStatus,
  getTemporaryFile,
  getFile,
  listAttachments,
  deleteAttachment,
] as const;
