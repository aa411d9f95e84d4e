import { findActiveEmoji } from "@team-chat/emoji";
import {
  linkedTopics,
  type MarkdownContext,
  type Renderer,
  type RenderedText,
  renderPlain,
  renderProse,
} from "@team-chat/markdown";
import type { Database, HotPool } from "@team-chat/pg";

import { linkifiersOf, namesFor, realmEmojiOf } from "../domain/directories/realm-markup.ts";
import type { RealmView } from "../domain/directories/realm-view.ts";
import { mayReadWholeHistory } from "../policies/history.ts";
import { findLatest, type TopicKey } from "../queries/topics/latest-of-topics.ts";
import { findUploads } from "./link-files.ts";

/** Answers what a text asks for. */
export interface RenderSources {
  readonly db: Database;
  readonly hot: HotPool;
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
  text: Text,
): Promise<RenderedText> {
  const prose = renderProse(text.content, linkifiersOf(realm.users));
  return prose === null ? renderWithLinks(sources, realm, text) : { ...prose, waited: false };
}

async function renderWithLinks(
  { hot, db, renderer }: RenderSources,
  realm: RealmView,
  { content, payerId = realm.actor.id, plain = false }: Text,
): Promise<RenderedText> {
  const names = namesFor(realm);
  const wanted = linkedTopics(content).flatMap(({ channel: name, topic }): TopicKey[] => {
    const id = names.findChannel(name)?.id;
    const channel = id === undefined ? undefined : realm.channels.channels.get(id);
    if (!channel) return [];
    const wholeHistory = mayReadWholeHistory(realm.actor, channel, realm);
    return [{ channelId: channel.id, topic, wholeHistory }];
  });
  const reader = { realmId: realm.realmId, userId: realm.actor.id };
  const emoji = realmEmojiOf(realm.users.realm);
  const [latest, findUpload] = await Promise.all([
    findLatest(hot, reader, wanted),
    findUploads(db, realm, content),
  ]);
  const context = {
    ...settingsOf(realm),
    ...names,
    findTopic: latest,
    findEmoji: (name: string) => findActiveEmoji(emoji, name)?.source_url ?? null,
    findUpload,
  };
  if (plain) return { ...renderPlain(content, context), waited: false };
  const payer = { realmId: realm.realmId, userId: payerId };
  return renderer.render(content, context, payer);
}

function settingsOf({
  users,
  actor,
}: RealmView): Pick<
  MarkdownContext,
  "realmUrl" | "linkifiers" | "defaultCodeLanguage" | "previews" | "emoticons"
> {
  const { url = "", settings = {} } = users.realm ?? {};
  const language = settings["default_code_block_language"];
  return {
    realmUrl: url,
    linkifiers: linkifiersOf(users),
    defaultCodeLanguage: typeof language === "string" && language !== "" ? language : null,
    previews: settings["inline_image_preview"] !== false,
    emoticons: actor.settings["translate_emoticons"] === true,
  };
}
