import type { EntryEvent } from "../stream/entry.ts";
import { maskActor } from "./mask-actor.ts";
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
import { plain, type Renderer, type RenderOptions } from "./renderer.ts";

/**
 * Renders JSON texts of the client events without their closing `}`, made once for each variant; `isStranger` when
 * whoever acted is unknown to the reader.
 */
export function renderEvent(
  event: EntryEvent,
  options: RenderOptions,
  isStranger = false,
): readonly string[] {
  const { domain, rendered } = event;
  const renderer = rendererOf(domain.event.type);
  const form = renderer.variant(options);
  const variant = isStranger ? `?${form}` : form;
  const known = rendered.get(variant);
  if (known) return known;
  const texts = renderer
    .render(isStranger ? maskActor(domain) : domain, options)
    .map((clientEvent) => JSON.stringify(clientEvent).slice(0, -1));
  rendered.set(variant, texts);
  return texts;
}

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
