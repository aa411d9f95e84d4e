import { type Renderer, type RenderedText, renderPlain, renderProse } from "@team-chat/markdown";

import { linkifiersOf } from "../domain/directories/realm-markup.ts";
import type { RealmView } from "../domain/directories/realm-view.ts";
import { loadMarkupContext, type MarkupSources } from "./markup-context.ts";

/** Everything that rendering a text reads from, with the renderer. */
export interface RenderSources extends MarkupSources {
  readonly renderer: Renderer;
}

/** A text to be rendered. */
export interface Text {
  readonly content: string;
  /** On whose account; that of the realm's actor when it is left out. */
  readonly payerId?: number | undefined;
  /**
   * True to render at once, without highlighting and mathematics: for our own short texts within a transaction, which
   * must not wait for a thread.
   */
  readonly plain?: boolean | undefined;
}

/**
 * Renders what the realm's actor writes; asks the database only if the text links to topics or files. May wait
 * for a while, so that nothing should be locked meanwhile.
 * @throws BAD_REQUEST, RATE_LIMIT_HIT
 */
export async function renderContent(
  sources: RenderSources,
  realm: RealmView,
  { content, payerId = realm.actor.id, plain = false }: Text,
): Promise<RenderedText> {
  const prose = renderProse(content, linkifiersOf(realm.users));
  if (prose !== null) return { ...prose, waited: false };
  const context = await loadMarkupContext(sources, realm, content);
  if (plain) return { ...renderPlain(content, context), waited: false };
  return sources.renderer.render(content, context, { realmId: realm.realmId, userId: payerId });
}
