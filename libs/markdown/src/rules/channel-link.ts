import type { MarkdownIt, StateInline } from "markdown-it";

import { matchHere, mayStartMention, metaAt, renderingOf } from "../rendering.ts";

const syntax = /#\*\*([^*\n]+)\*\*/y;

/** `#**channel**` as a link to the channel, for channels that the sender may read. */
export function channelLink(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "channel_link", parse);
  md.renderer.rules["channel_link"] = (tokens, index) => {
    const { id, name } = metaAt<{ id: number; name: string }>(tokens, index);
    const text = md.utils.escapeHtml(`#${name}`);
    return `<a class="stream" data-stream-id="${id}" href="/#narrow/channel/${channelSlug(id, name)}">${text}</a>`;
  };
}

/** How a channel is written in the hash of a link: percent-encoded, with dots for percent signs (reference/behaviour.md §19). */
function channelSlug(id: number, name: string): string {
  const dashed = name.toWellFormed().replaceAll(" ", "-");
  const encoded = encodeURIComponent(dashed).replaceAll(".", "%2E").replaceAll("'", "%27");
  return `${id}-${encoded.replaceAll("%", ".")}`;
}

function parse(state: StateInline, silentRun: boolean): boolean {
  if (state.src.charAt(state.pos) !== "#" || !mayStartMention(state)) return false;
  const match = matchHere(syntax, state);
  const channel = match && renderingOf(state).names.findChannel(match[1] ?? "");
  if (!match || !channel) return false;
  if (!silentRun) state.push("channel_link", "", 0).meta = channel;
  state.pos += match[0].length;
  return true;
}
