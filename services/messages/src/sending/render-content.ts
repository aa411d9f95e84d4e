import { findActiveEmoji } from "@team-chat/emoji";
import {
  linkedTopics,
  type MarkdownContext,
  type Rendered,
  renderMarkdown,
  renderProse,
} from "@team-chat/markdown";
import type { Connection } from "@team-chat/pg";

import type { Context } from "../context.ts";
import { realmEmojiOf } from "../directories/realm-emoji.ts";
import { linkifiersOf } from "../directories/realm-linkifiers.ts";
import type { RealmWorld } from "../directories/realm-world.ts";
import { namesFor } from "../directories/sender-names.ts";
import { findUploads } from "../files/find-uploads.ts";
import { mayReadWholeHistory } from "../policies/history.ts";
import { findLatest, type TopicKey } from "../queries/latest-of-topics.ts";
import type { Soon } from "../soon.ts";

/** Where rendering looks things up; within a transaction `db` is that transaction. */
export interface RenderSources extends Pick<Context, "hot" | "recipients"> {
  readonly db: Connection;
}

/** Renders what the world's actor writes; asks the database only if the text links to topics or files. @throws BAD_REQUEST */
export function renderContent(
  sources: Omit<RenderSources, "recipients">,
  world: RealmWorld,
  content: string,
): Soon<Rendered> {
  return (
    renderProse(content, linkifiersOf(world.users)) ?? renderWithLinks(sources, world, content)
  );
}

async function renderWithLinks(
  { hot, db }: Omit<RenderSources, "recipients">,
  world: RealmWorld,
  content: string,
): Promise<Rendered> {
  const names = namesFor(world);
  const wanted = linkedTopics(content).flatMap(({ channel: name, topic }): TopicKey[] => {
    const id = names.findChannel(name)?.id;
    const channel = id === undefined ? undefined : world.channels.channels.get(id);
    if (!channel) return [];
    const wholeHistory = mayReadWholeHistory(world.actor, channel, world);
    return [{ channelId: channel.id, topic, wholeHistory }];
  });
  const reader = { realmId: world.realmId, userId: world.actor.id };
  const emoji = realmEmojiOf(world.users.realm);
  const [latest, findUpload] = await Promise.all([
    findLatest(hot, reader, wanted),
    findUploads(db, world, content),
  ]);
  return renderMarkdown(content, {
    ...settingsOf(world),
    ...names,
    findTopic: latest,
    findEmoji: (name) => findActiveEmoji(emoji, name)?.source_url ?? null,
    findUpload,
  });
}

function settingsOf({
  users,
  actor,
}: RealmWorld): Pick<
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
