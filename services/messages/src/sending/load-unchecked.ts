// See docs/subsystems/messages.md, Writing.
import type { RealmView } from "../domain/directories/realm-view.ts";
import { type RealmSources, reloadRealm } from "../loading/load-realm.ts";
import { mentionedBy } from "../policies/mention.ts";
import { normaliseContent } from "../policies/message-text.ts";
import { widgetOf } from "../policies/widget.ts";
import { type Draft, type GivenDelivery, usualDelivery } from "./draft.ts";
import { renderContent, type RenderSources, type Text } from "./render-content.ts";
import type { Target } from "./target.ts";

interface UncheckedMessage extends GivenDelivery, Text {
  readonly target: Target;
}

/**
 * Loads a message without asking whether its sender may send it: a bot's reply, or what the product's own
 * bots say. @throws BAD_REQUEST when the content is empty, RATE_LIMIT_HIT
 */
export async function loadUncheckedDraft(
  sources: RealmSources & RenderSources,
  before: RealmView,
  { target, content: given, payerId, plain, ...delivery }: UncheckedMessage,
): Promise<Draft> {
  const content = normaliseContent(given);
  const rendered = await renderContent(sources, before, { content, payerId, plain });
  const realm = rendered.waited ? await reloadRealm(sources, before) : before;
  const mentioned = mentionedBy(rendered, new Set(), realm.users);
  const widget = delivery.widget ?? widgetOf(content);
  return { ...usualDelivery, ...delivery, widget, realm, target, content, rendered, mentioned };
}
