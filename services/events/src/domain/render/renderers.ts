import { deleteMessageRenderer } from "./render-delete-message.ts";
import { legacySettingsRenderer } from "./render-legacy-settings.ts";
import { messageFlagsRenderer } from "./render-message-flags.ts";
import { messageRenderer } from "./render-message.ts";
import { mutedTopicsRenderer } from "./render-muted-topics.ts";
import { presenceRenderer } from "./render-presence.ts";
import { realmLinkifiersRenderer } from "./render-realm-linkifiers.ts";
import { realmUserRenderer } from "./render-realm-user.ts";
import { streamRenderer } from "./render-stream.ts";
import { subscriptionRenderer } from "./render-subscription.ts";
import { typingEditRenderer, typingRenderer } from "./render-typing.ts";
import { updateMessageRenderer } from "./render-update-message.ts";
import { userGroupRenderer } from "./render-user-group.ts";
import { userTopicRenderer } from "./render-user-topic.ts";
import { plain, type Renderer } from "./renderer.ts";

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
