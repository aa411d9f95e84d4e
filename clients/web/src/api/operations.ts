import type * as contract from "@team-chat/contract";

import { at } from "./address.ts";

// Operations that the first screen calls; those of pages and dialogs are loaded with them (`page-operations.ts`).

export const getOwnUser = at<typeof contract.getOwnUser>("GET", "/users/me");
export const registerQueue = at<typeof contract.registerQueue>("POST", "/register");
export const getEvents = at<typeof contract.getEvents>("GET", "/events");
export const getMessages = at<typeof contract.getMessages>("GET", "/messages");
export const listTopics = at<typeof contract.listTopics>("GET", "/users/me/{stream_id}/topics");
export const sendMessage = at<typeof contract.sendMessage>("POST", "/messages");
export const updateMessage = at<typeof contract.updateMessage>("PATCH", "/messages/{message_id}");
export const getMessage = at<typeof contract.getMessage>("GET", "/messages/{message_id}");
export const updateMessageFlags = at<typeof contract.updateMessageFlags>("POST", "/messages/flags");
export const updateMessageFlagsForNarrow = at<typeof contract.updateMessageFlagsForNarrow>(
  "POST",
  "/messages/flags/narrow",
);
export const addSubmessage = at<typeof contract.addSubmessage>("POST", "/submessage");
export const createDrafts = at<typeof contract.createDrafts>("POST", "/drafts");
export const editDraft = at<typeof contract.editDraft>("PATCH", "/drafts/{draft_id}");
export const deleteDraft = at<typeof contract.deleteDraft>("DELETE", "/drafts/{draft_id}");
export const updateOwnPresence = at<typeof contract.updateOwnPresence>(
  "POST",
  "/users/me/presence",
);
export const setTypingStatus = at<typeof contract.setTypingStatus>("POST", "/typing");
export const subscribe = at<typeof contract.subscribe>("POST", "/users/me/subscriptions");
export const unsubscribe = at<typeof contract.unsubscribe>("DELETE", "/users/me/subscriptions");
export const uploadFile = at<typeof contract.uploadFile>("POST", "/user_uploads");
export const addReaction = at<typeof contract.addReaction>(
  "POST",
  "/messages/{message_id}/reactions",
);
export const removeReaction = at<typeof contract.removeReaction>(
  "DELETE",
  "/messages/{message_id}/reactions",
);
export const setTopicVisibility = at<typeof contract.setTopicVisibility>("POST", "/user_topics");
export const updateSubscriptionProperties = at<typeof contract.updateSubscriptionProperties>(
  "POST",
  "/users/me/subscriptions/properties",
);
