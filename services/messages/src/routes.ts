import {
  listAuditEntries,
  listAuditHeads,
  listNextAuditEntries,
  verifyAuditEntries,
} from "@team-chat/audit";
import * as contract from "@team-chat/contract";
import { type InternalRoute, internalRoute, type Route, route } from "@team-chat/http";

import type { Context } from "./context.ts";
import { beginLegalHold } from "./operations/archive/begin-legal-hold.ts";
import { deleteLegalHoldExport } from "./operations/archive/delete-legal-hold-export.ts";
import { endLegalHold } from "./operations/archive/end-legal-hold.ts";
import { exportLegalHold } from "./operations/archive/export-legal-hold.ts";
import { getLegalHoldArchive } from "./operations/archive/get-legal-hold-archive.ts";
import { listExportKeys } from "./operations/archive/list-export-keys.ts";
import { listLegalHoldExports } from "./operations/archive/list-legal-hold-exports.ts";
import { listLegalHolds } from "./operations/archive/list-legal-holds.ts";
import { listMessageDeletions } from "./operations/archive/list-message-deletions.ts";
import { restoreMessages } from "./operations/archive/restore-messages.ts";
import { createDrafts } from "./operations/drafts/create-drafts.ts";
import { deleteDraft } from "./operations/drafts/delete-draft.ts";
import { editDraft } from "./operations/drafts/edit-draft.ts";
import { listDrafts } from "./operations/drafts/list-drafts.ts";
import { createRealmExport } from "./operations/exports/create-realm-export.ts";
import { deleteRealmExport } from "./operations/exports/delete-realm-export.ts";
import { getRealmExportArchive } from "./operations/exports/get-realm-export-archive.ts";
import { listExports } from "./operations/exports/list-exports.ts";
import { listRealmExports } from "./operations/exports/list-realm-exports.ts";
import { readExport } from "./operations/exports/read-export.ts";
import { startExport } from "./operations/exports/start-export.ts";
import { deleteAttachment } from "./operations/files/delete-attachment.ts";
import { getFileUrl } from "./operations/files/get-file-url.ts";
import { getFile } from "./operations/files/get-file.ts";
import { getPagePicture } from "./operations/files/get-page-picture.ts";
import { getTemporaryFile } from "./operations/files/get-temporary-file.ts";
import { getThumbnailStatus } from "./operations/files/get-thumbnail-status.ts";
import { getThumbnail } from "./operations/files/get-thumbnail.ts";
import { listAttachments } from "./operations/files/list-attachments.ts";
import { uploadFile } from "./operations/files/upload-file.ts";
import { beginOperatorHold } from "./operations/holds/begin-operator-hold.ts";
import { endOperatorHold } from "./operations/holds/end-operator-hold.ts";
import { listHoldExports } from "./operations/holds/list-hold-exports.ts";
import { listOperatorHolds } from "./operations/holds/list-operator-holds.ts";
import { noteHoldDownload } from "./operations/holds/note-hold-download.ts";
import { readHoldExport } from "./operations/holds/read-hold-export.ts";
import { removeHoldExport } from "./operations/holds/remove-hold-export.ts";
import { startHoldExport } from "./operations/holds/start-hold-export.ts";
import { addArchivePiece } from "./operations/imports/add-archive-piece.ts";
import { endImport } from "./operations/imports/end-import.ts";
import { findImport } from "./operations/imports/find-import.ts";
import { startImport } from "./operations/imports/start-import.ts";
import { addSubmessage } from "./operations/messages/add-submessage.ts";
import { deleteMessage } from "./operations/messages/delete-message.ts";
import { getMessageHistory } from "./operations/messages/get-message-history.ts";
import { getMessage } from "./operations/messages/get-message.ts";
import { getMessages } from "./operations/messages/get-messages.ts";
import { matchesNarrow } from "./operations/messages/matches-narrow.ts";
import { renderMessage } from "./operations/messages/render-message.ts";
import { reportMessage } from "./operations/messages/report-message.ts";
import { sendMessage } from "./operations/messages/send-message.ts";
import { updateMessage } from "./operations/messages/update-message.ts";
import { closeLegalHolds } from "./operations/peers/close-legal-holds.ts";
import { countLegalHolds } from "./operations/peers/count-legal-holds.ts";
import { countRealm } from "./operations/peers/count-realm.ts";
import { deleteRealm } from "./operations/peers/delete-realm.ts";
import { followDepartures } from "./operations/peers/follow-departures.ts";
import { getChannelFacts } from "./operations/peers/get-channel-facts.ts";
import { getMessageUsage } from "./operations/peers/get-message-usage.ts";
import { hasNamedTopics } from "./operations/peers/has-named-topics.ts";
import { listDirectPartners } from "./operations/peers/list-direct-partners.ts";
import { postNotice } from "./operations/peers/post-notice.ts";
import { postReply } from "./operations/peers/post-reply.ts";
import { publishMessages } from "./operations/peers/publish-messages.ts";
import { countPerson } from "./operations/people/count-person.ts";
import { erasePerson } from "./operations/people/erase-person.ts";
import { findErasureFacts } from "./operations/people/find-erasure-facts.ts";
import { listPersonExports } from "./operations/people/list-person-exports.ts";
import { readPersonExport } from "./operations/people/read-person-export.ts";
import { removePersonExport } from "./operations/people/remove-person-export.ts";
import { startPersonExport } from "./operations/people/start-person-export.ts";
import { addReaction } from "./operations/reactions/add-reaction.ts";
import { removeReaction } from "./operations/reactions/remove-reaction.ts";
import { getReadReceipts } from "./operations/read-state/get-read-receipts.ts";
import { markAllAsRead } from "./operations/read-state/mark-all-as-read.ts";
import { markStreamAsRead } from "./operations/read-state/mark-stream-as-read.ts";
import { markTopicAsRead } from "./operations/read-state/mark-topic-as-read.ts";
import { updateMessageFlagsForNarrow } from "./operations/read-state/update-message-flags-for-narrow.ts";
import { updateMessageFlags } from "./operations/read-state/update-message-flags.ts";
import { getRegisterSections } from "./operations/register/get-register-sections.ts";
import { createReminder } from "./operations/scheduled-messages/create-reminder.ts";
import { createScheduledMessage } from "./operations/scheduled-messages/create-scheduled-message.ts";
import { deleteReminder } from "./operations/scheduled-messages/delete-reminder.ts";
import { deleteScheduledMessage } from "./operations/scheduled-messages/delete-scheduled-message.ts";
import { listReminders } from "./operations/scheduled-messages/list-reminders.ts";
import { listScheduledMessages } from "./operations/scheduled-messages/list-scheduled-messages.ts";
import { updateScheduledMessage } from "./operations/scheduled-messages/update-scheduled-message.ts";
import { deleteTopic } from "./operations/topics/delete-topic.ts";
import { listTopics } from "./operations/topics/list-topics.ts";
import { setTypingStatusForMessageEdit } from "./operations/typing/set-typing-status-for-message-edit.ts";
import { setTypingStatus } from "./operations/typing/set-typing-status.ts";

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
  route(contract.getThumbnail, getThumbnail),
  route(contract.getPagePicture, getPagePicture),
  route(contract.getTemporaryFile, getTemporaryFile),
  route(contract.listAttachments, listAttachments),
  route(contract.deleteAttachment, deleteAttachment),
  route(contract.listMessageDeletions, listMessageDeletions),
  route(contract.restoreMessages, restoreMessages),
  route(contract.listLegalHolds, listLegalHolds),
  route(contract.beginLegalHold, beginLegalHold),
  route(contract.endLegalHold, endLegalHold),
  route(contract.exportLegalHold, exportLegalHold),
  route(contract.listLegalHoldExports, listLegalHoldExports),
  route(contract.deleteLegalHoldExport, deleteLegalHoldExport),
  route(contract.getLegalHoldArchive, getLegalHoldArchive),
  route(contract.listExportKeys, listExportKeys),
  route(contract.createRealmExport, createRealmExport),
  route(contract.listRealmExports, listRealmExports),
  route(contract.deleteRealmExport, deleteRealmExport),
  route(contract.getRealmExportArchive, getRealmExportArchive),
];

/** Operations for other services. */
export const internalRoutes: readonly InternalRoute<Context>[] = [
  internalRoute(contract.registerOperations.messages, getRegisterSections),
  internalRoute(contract.postReply, postReply),
  internalRoute(contract.postNotice, postNotice),
  internalRoute(contract.followDepartures, followDepartures),
  internalRoute(contract.publishMessages, publishMessages),
  internalRoute(contract.getChannelFacts, getChannelFacts),
  internalRoute(contract.getMessageUsage, getMessageUsage),
  internalRoute(contract.countLegalHolds, countLegalHolds),
  internalRoute(contract.closeLegalHolds, closeLegalHolds),
  internalRoute(contract.beginOperatorHold, beginOperatorHold),
  internalRoute(contract.endOperatorHold, endOperatorHold),
  internalRoute(contract.listOperatorHolds, listOperatorHolds),
  internalRoute(contract.startHoldExport, startHoldExport),
  internalRoute(contract.listHoldExports, listHoldExports),
  internalRoute(contract.removeHoldExport, removeHoldExport),
  internalRoute(contract.noteHoldDownload, noteHoldDownload),
  internalRoute(contract.readHoldExport, readHoldExport),
  internalRoute(contract.startPersonExport, startPersonExport),
  internalRoute(contract.listPersonExports, listPersonExports),
  internalRoute(contract.removePersonExport, removePersonExport),
  internalRoute(contract.readPersonExport, readPersonExport),
  internalRoute(contract.startExport, startExport),
  internalRoute(contract.listExports, listExports),
  internalRoute(contract.readExport, readExport),
  internalRoute(contract.addArchivePiece, addArchivePiece),
  internalRoute(contract.startImport, startImport),
  internalRoute(contract.findImport, findImport),
  internalRoute(contract.endImport, endImport),
  internalRoute(contract.deleteRealmOperations.messages, deleteRealm),
  internalRoute(contract.countRealmOperations.messages, countRealm),
  internalRoute(contract.erasePersonOperations.messages, erasePerson),
  internalRoute(contract.countPersonOperations.messages, countPerson),
  internalRoute(contract.findErasureFacts, findErasureFacts),
  internalRoute(contract.auditOperationsOf.messages.list, listAuditEntries),
  internalRoute(contract.auditOperationsOf.messages.next, listNextAuditEntries),
  internalRoute(contract.auditOperationsOf.messages.heads, listAuditHeads),
  internalRoute(contract.auditOperationsOf.messages.verify, verifyAuditEntries),
  internalRoute(contract.listDirectPartners, listDirectPartners),
  internalRoute(contract.hasNamedTopics, hasNamedTopics),
];
