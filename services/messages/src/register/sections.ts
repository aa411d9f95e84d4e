// Generated from the contract's list of sections: `npm run generate`.
import type { Sections } from "@team-chat/register";

import type { MessagesRegistrations } from "./registration/registration.ts";
import { drafts } from "./sections/drafts.ts";
import { message } from "./sections/message.ts";
import { recentPrivateConversations } from "./sections/recent-private-conversations.ts";
import { reminders } from "./sections/reminders.ts";
import { scheduledMessages } from "./sections/scheduled-messages.ts";
import { starredMessages } from "./sections/starred-messages.ts";
import { unreadMsgs } from "./sections/unread-msgs.ts";

/** All sections of this service. */
export const sections: Sections<"messages", MessagesRegistrations> = {
  drafts,
  message,
  recent_private_conversations: recentPrivateConversations,
  reminders,
  scheduled_messages: scheduledMessages,
  starred_messages: starredMessages,
  unread_msgs: unreadMsgs,
};
