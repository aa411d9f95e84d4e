import { messageFlagsRenderer } from "./render-message-flags.ts";
import { messageRenderer } from "./render-message.ts";
import { mutedTopicsRenderer } from "./render-muted-topics.ts";
import { realmLinkifiersRenderer } from "./render-realm-linkifiers.ts";
import { realmUserRenderer } from "./render-realm-user.ts";
import { streamRenderer } from "./render-stream.ts";
import { subscriptionRenderer } from "./render-subscription.ts";
import { userTopicRenderer } from "./render-user-topic.ts";
import { plain, type Renderer } from "./renderer.ts";

const byType: Readonly<Record<string, Renderer>> = {
  message: messageRenderer,
  muted_topics: mutedTopicsRenderer,
  realm_linkifiers: realmLinkifiersRenderer,
  realm_user: realmUserRenderer,
  stream: streamRenderer,
  subscription: subscriptionRenderer,
  update_message_flags: messageFlagsRenderer,
  user_topic: userTopicRenderer,
};

/** How events of this type look to clients. */
export function rendererOf(type: string): Renderer {
  return byType[type] ?? plain;
}
