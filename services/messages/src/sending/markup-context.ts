import { findActiveEmoji } from "@team-chat/emoji";
import { linkedTopics, type MarkdownContext } from "@team-chat/markdown";
import type { Database, HotPool } from "@team-chat/pg";

import { linkifiersOf, namesFor, realmEmojiOf } from "../domain/directories/realm-markup.ts";
import type { RealmView } from "../domain/directories/realm-view.ts";
import { mayReadWholeHistory } from "../policies/history.ts";
import { realmSetting } from "../policies/realm-setting.ts";
import { findLatest, type TopicKey } from "../queries/topics/latest-of-topics.ts";
import { findUploads } from "./link-files.ts";

/** Databases in which topics and files are found. */
export interface MarkupSources {
  readonly db: Database;
  readonly hot: HotPool;
}

/** Loads what a text may refer to: names, emoji and settings of the realm, topics and files that it links to. */
export async function loadMarkupContext(
  { hot, db }: MarkupSources,
  realm: RealmView,
  content: string,
): Promise<MarkdownContext> {
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
  return {
    ...settingsOf(realm),
    ...names,
    findTopic: latest,
    findEmoji: (name: string) => findActiveEmoji(emoji, name)?.source_url ?? null,
    findUpload,
  };
}

function settingsOf({
  users,
  actor,
}: RealmView): Pick<
  MarkdownContext,
  "realmUrl" | "linkifiers" | "defaultCodeLanguage" | "previews" | "pagePreviews" | "emoticons"
> {
  const { url = "", settings = {} } = users.realm ?? {};
  const language = settings["default_code_block_language"];
  return {
    realmUrl: url,
    linkifiers: linkifiersOf(users),
    defaultCodeLanguage: typeof language === "string" && language !== "" ? language : null,
    previews: settings["inline_image_preview"] !== false,
    // Programs write many links, and know what they say.
    pagePreviews: realmSetting("inline_url_embed_preview", users) && !actor.isBot,
    emoticons: actor.settings["translate_emoticons"] === true,
  };
}
