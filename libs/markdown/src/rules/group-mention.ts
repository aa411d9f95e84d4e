import type { MarkdownIt, StateInline } from "markdown-it";

import { escapeText } from "../html.ts";
import { matchHere, mayStartMention, metaAt, renderingOf } from "../rendering.ts";

const syntax = /@(_?)\*([^*\n]+)\*(?!\*)/y;

/** `@*group*`, and silently `@_*group*`. */
export function groupMention(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "group_mention", parse);
  md.renderer.rules["group_mention"] = (tokens, index) => {
    const { id, text, silent } = metaAt<{
      id: number;
      text: string;
      silent: boolean;
    }>(tokens, index);
    const classes = silent ? "user-group-mention silent" : "user-group-mention";
    return `<span class="${classes}" data-user-group-id="${id}">${escapeText(text)}</span>`;
  };
}

function parse(state: StateInline, silentRun: boolean): boolean {
  if (state.src.charAt(state.pos) !== "@" || !mayStartMention(state)) return false;
  const match = matchHere(syntax, state);
  const { context, mentions, quoteDepth } = renderingOf(state);
  const group = match && context.findGroup(match[2] ?? "");
  if (!match || !group) return false;
  if (!silentRun) {
    const silent = match[1] === "_" || quoteDepth > 0 || group.deactivated;
    if (!silent) mentions.groupIds.add(group.id);
    const text = silent ? group.displayName : `@${group.displayName}`;
    state.push("group_mention", "", 0).meta = { id: group.id, text, silent };
  }
  state.pos += match[0].length;
  return true;
}
