import * as contract from "@team-chat/contract";
import { type InternalRoute, internalRoute, type Route, route } from "@team-chat/http";

import type { Context } from "./context.ts";
import { addReaction } from "./operations/add-reaction.ts";
import { addSubmessage } from "./operations/add-submessage.ts";
import { createDrafts } from "./operations/create-drafts.ts";
import { createReminder } from "./operations/create-reminder.ts";
import { createScheduledMessage } from "./operations/create-scheduled-message.ts";
import { deleteAttachment } from "./operations/delete-attachment.ts";
import { deleteDraft } from "./operations/delete-draft.ts";
import { deleteMessage } from "./operations/delete-message.ts";
import { deleteReminder } from "./operations/delete-reminder.ts";
import { deleteScheduledMessage } from "./operations/delete-scheduled-message.ts";
import { deleteTopic } from "./operations/delete-topic.ts";
import { editDraft } from "./operations/edit-draft.ts";
import { followDepartures } from "./operations/follow-departures.ts";
import { getChannelFacts } from "./operations/get-channel-facts.ts";
import { getFileUrl } from "./operations/get-file-url.ts";
import { getFile } from "./operations/get-file.ts";
import { getMessageHistory } from "./operations/get-message-history.ts";
import { getMessage } from "./operations/get-message.ts";
import { getMessages } from "./operations/get-messages.ts";
import { getReadReceipts } from "./operations/get-read-receipts.ts";
import { getRegisterSections } from "./operations/get-register-sections.ts";
import { getTemporaryFile } from "./operations/get-temporary-file.ts";
import { getThumbnailStatus } from "./operations/get-thumbnail-status.ts";
import { hasNamedTopics } from "./operations/has-named-topics.ts";
import { listAttachments } from "./operations/list-attachments.ts";
import { listDirectPartners } from "./operations/list-direct-partners.ts";
import { listDrafts } from "./operations/list-drafts.ts";
import { listReminders } from "./operations/list-reminders.ts";
import { listScheduledMessages } from "./operations/list-scheduled-messages.ts";
import { listTopics } from "./operations/list-topics.ts";
import { markAllAsRead } from "./operations/mark-all-as-read.ts";
import { markStreamAsRead } from "./operations/mark-stream-as-read.ts";
import { markTopicAsRead } from "./operations/mark-topic-as-read.ts";
import { matchesNarrow } from "./operations/matches-narrow.ts";
import { postNotice } from "./operations/post-notice.ts";
import { postReply } from "./operations/post-reply.ts";
import { publishMessages } from "./operations/publish-messages.ts";
import { removeReaction } from "./operations/remove-reaction.ts";
import { renderMessage } from "./operations/render-message.ts";
import { reportMessage } from "./operations/report-message.ts";
import { sendMessage } from "./operations/send-message.ts";
import { setTypingStatusForMessageEdit } from "./operations/set-typing-status-for-message-edit.ts";
import { setTypingStatus } from "./operations/set-typing-status.ts";
import { updateMessageFlagsForNarrow } from "./operations/update-message-flags-for-narrow.ts";
import { updateMessageFlags } from "./operations/update-message-flags.ts";
import { updateMessage } from "./operations/update-message.ts";
import { updateScheduledMessage } from "./operations/update-scheduled-message.ts";
import { uploadFile } from "./operations/upload-file.ts";

/** The public operations that this service owns. */
export const routes: readonly Route<Context>[] = [
  route(contract.sendMessage, sendMessage),
  route(contract.getMessages, getMessages),
  route(contract.updateMessageFlags, updateMessageFlags),
  route(contract.matchesNarrow, matchesNarrow),
  route(contract.getMessage, getMessage),
  route(contract.listTopics, listTopics),
  route(contract.addReaction, addReaction),
  route(contract.removeReaction, removeReaction),
  route(contract.addSubmessage, addSubmessage),
  route(contract.updateMessage, updateMessage),
  route(contract.deleteMessage, deleteMessage),
  route(contract.getMessageHistory, getMessageHistory),
  route(contract.updateMessageFlagsForNarrow, updateMessageFlagsForNarrow),
  route(contract.markAllAsRead, markAllAsRead),
  route(contract.markStreamAsRead, markStreamAsRead),
  route(contract.markTopicAsRead, markTopicAsRead),
  route(contract.setTypingStatus, setTypingStatus),
  route(contract.setTypingStatusForMessageEdit, setTypingStatusForMessageEdit),
  route(contract.renderMessage, renderMessage),
  route(contract.getReadReceipts, getReadReceipts),
  route(contract.listDrafts, listDrafts),
  route(contract.createDrafts, createDrafts),
  route(contract.editDraft, editDraft),
  route(contract.deleteDraft, deleteDraft),
  route(contract.deleteTopic, deleteTopic),
  route(contract.reportMessage, reportMessage),
  route(contract.createScheduledMessage, createScheduledMessage),
  route(contract.updateScheduledMessage, updateScheduledMessage),
  route(contract.deleteScheduledMessage, deleteScheduledMessage),
  route(contract.listScheduledMessages, listScheduledMessages),
  route(contract.listReminders, listReminders),
  route(contract.createReminder, createReminder),
  route(contract.deleteReminder, deleteReminder),
  route(contract.uploadFile, uploadFile),
  route(contract.getFileUrl, getFileUrl),
  route(contract.getFile, getFile),
  route(contract.getThumbnailStatus, getThumbnailStatus),
  route(contract.getTemporaryFile, getTemporaryFile),
  route(contract.listAttachments, listAttachments),
  route(contract.deleteAttachment, deleteAttachment),
];

/** What other services ask. */
export const internalRoutes: readonly InternalRoute<Context>[] = [
  internalRoute(contract.registerOperations.messages, getRegisterSections),
  internalRoute(contract.postReply, postReply),
  internalRoute(contract.postNotice, postNotice),
  internalRoute(contract.followDepartures, followDepartures),
  internalRoute(contract.publishMessages, publishMessages),
  internalRoute(contract.getChannelFacts, getChannelFacts),
  internalRoute(contract.listDirectPartners, listDirectPartners),
  internalRoute(contract.hasNamedTopics, hasNamedTopics),
];
