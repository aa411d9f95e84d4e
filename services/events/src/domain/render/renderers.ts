import {
  mutedTopicsRenderer,
  streamRenderer,
  subscriptionRenderer,
  userTopicRenderer,
} from "./render-channels.ts";
import {
  deleteMessageRenderer,
  messageFlagsRenderer,
  updateMessageRenderer,
} from "./render-message-changes.ts";
import { messageRenderer } from "./render-message.ts";
import { typingEditRenderer, typingRenderer } from "./render-typing.ts";
import {
  legacySettingsRenderer,
  presenceRenderer,
  realmLinkifiersRenderer,
  realmUserRenderer,
  userGroupRenderer,
} from "./render-users.ts";
import { plain, type Renderer } from "./renderer.ts";

/** The renderers of those types of events that do not look alike to everybody. */
const byType: Readonly<Record<string, Renderer>> = {
  delete_message: deleteMessageRenderer,
  message: messageRenderer,
  muted_topics: mutedTopicsRenderer,
  presence: presenceRenderer,
  realm_linkifiers: realmLinkifiersRenderer,
  realm_user: realmUserRenderer,
  stream: streamRenderer,
  subscription: subscriptionRenderer,
  typing: typingRenderer,
  typing_edit_message: typingEditRenderer,
  update_display_settings: legacySettingsRenderer,
  update_global_notifications: legacySettingsRenderer,
  update_message: updateMessageRenderer,
  update_message_flags: messageFlagsRenderer,
  user_group: userGroupRenderer,
  user_topic: userTopicRenderer,
};

/** Returns the renderer of events of this type. */
export function rendererOf(type: string): Renderer {
  return byType[type] ?? plain;
}
