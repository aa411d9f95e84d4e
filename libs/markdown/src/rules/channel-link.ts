import { channelPart, linkPart } from "@team-chat/links";
import type { MarkdownIt, StateInline } from "markdown-it";

import { escapeText, openTag } from "../html.ts";
import { matchHere, mayStartMention, metaAt, renderingOf } from "../rendering.ts";

const syntax = /#\*\*([^*>\n]+)(?:(>)([^*\n]*?)(?:@(\d{1,15}))?)?\*\*/y;
/** Channels' names may contain what would begin a topic. */
const channelOnly = /#\*\*([^*\n]+)\*\*/y;
/** Display name of the empty topic: `realm_empty_topic_display_name`. */
const emptyTopic = "<em>general chat</em>";

type Link = {
  readonly channel: { readonly id: number; readonly name: string };
  /** Null for a link to the channel itself. */
  readonly topic: string | null;
  readonly messageId: number | null;
  /** Id of the message within the topic that the link leads to. */
  readonly latestId: number | null;
};

/**
 * `#**channel**`, `#**channel>topic**` and `#**channel>topic@id**`, for channels that the author may read
 * (docs/behaviour/markdown.md#links-to-channels).
 */
export function channelLink(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "channel_link", parse);
  md.renderer.rules["channel_link"] = (tokens, index) => {
    const link = metaAt<Link>(tokens, index);
    const channel = escapeText(`#${link.channel.name}`);
    const text = link.topic === "" ? emptyTopic : escapeText(link.topic ?? "");
    const href = `/#narrow/channel/${channelPart(link.channel.id, link.channel.name)}${hashOfLink(link)}`;
    const id = String(link.channel.id);
    if (link.messageId !== null)
      return `${openTag("a", { class: "message-link", href })}${channel} &gt; ${text} @ 💬</a>`;
    const kind = link.topic === null ? "stream" : "stream-topic";
    const tag = openTag("a", { class: kind, "data-stream-id": id, href });
    return link.topic === null ? `${tag}${channel}</a>` : `${tag}${channel} &gt; ${text}</a>`;
  };
}

function hashOfLink({ topic, messageId, latestId }: Link): string {
  if (topic === null) return "";
  const hash = `/topic/${linkPart(topic)}`;
  if (messageId !== null) return `${hash}/near/${messageId}`;
  return latestId === null ? hash : `${hash}/with/${latestId}`;
}

function parse(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== "#" || !mayStartMention(state)) return false;
  const found = ofTopic(state) ?? ofChannel(state);
  if (!found) return false;
  if (!silent) state.push("channel_link", "", 0).meta = found.link;
  state.pos += found.length;
  return true;
}

interface LinkMatch {
  readonly link: Link;
  readonly length: number;
}

function ofTopic(state: StateInline): LinkMatch | null {
  const { context } = renderingOf(state);
  const match = matchHere(syntax, state);
  if (match?.[2] === undefined) return null;
  const [written, name = "", , topic = "", id] = match;
  const channel = context.findChannel(name);
  if (!channel) return null;
  const messageId = id === undefined ? null : Number(id);
  const latestId = messageId === null ? context.findTopic(channel.id, topic) : null;
  return { link: { channel, topic, messageId, latestId }, length: written.length };
}

function ofChannel(state: StateInline): LinkMatch | null {
  const match = matchHere(channelOnly, state);
  const channel = match && renderingOf(state).context.findChannel(match[1] ?? "");
  if (!channel) return null;
  const link = { channel, topic: null, messageId: null, latestId: null };
  return { link, length: match[0].length };
}
