import type { MarkdownIt, StateInline } from "markdown-it";

import { escapeText } from "../html.ts";
import { matchHere, mayStartMention, metaAt, type Rendering, renderingOf } from "../rendering.ts";

const syntax = /@(_?)\*\*([^*\n]+)\*\*/y;
const withId = /^(.*)\|(\d{1,15})$/;
const everyone = new Set(["all", "everyone", "channel", "stream"]);

type Mention = {
  readonly classes: string;
  /** Null for topic mentions, which carry none. */
  readonly userId: string | null;
  readonly text: string;
};

/** `@**Name**`, `@**Name|id**`, the wildcards, and their silent forms with `@_`. */
export function userMention(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "user_mention", parse);
  md.renderer.rules["user_mention"] = (tokens, index) => {
    const { classes, userId, text } = metaAt<Mention>(tokens, index);
    const data = userId === null ? "" : ` data-user-id="${userId}"`;
    return `<span class="${classes}"${data}>${escapeText(text)}</span>`;
  };
}

function parse(state: StateInline, silentRun: boolean): boolean {
  if (state.src.charAt(state.pos) !== "@" || !mayStartMention(state)) return false;
  const match = matchHere(syntax, state);
  const name = match?.[2];
  if (!match || name === undefined) return false;
  const rendering = renderingOf(state);
  const silent = match[1] === "_" || rendering.quoteDepth > 0;
  const mention = wildcard(name, silent) ?? ofUser(name, silent, rendering);
  if (!mention) return false;
  if (!silentRun) {
    if (!silent) note(name, mention, rendering);
    state.push("user_mention", "", 0).meta = mention;
  }
  state.pos += match[0].length;
  return true;
}

function wildcard(name: string, silent: boolean): Mention | null {
  const text = silent ? name : `@${name}`;
  const suffix = silent ? " silent" : "";
  if (everyone.has(name))
    return { classes: `user-mention channel-wildcard-mention${suffix}`, userId: "*", text };
  return name === "topic" ? { classes: `topic-mention${suffix}`, userId: null, text } : null;
}

function ofUser(written: string, silent: boolean, { context }: Rendering): Mention | null {
  const [, name = written, id] = withId.exec(written) ?? [];
  const user = context.findUser(name, id === undefined ? null : Number(id));
  if (!user) return null;
  const quiet = silent || !user.isActive;
  return {
    classes: quiet ? "user-mention silent" : "user-mention",
    userId: String(user.id),
    text: quiet ? user.fullName : `@${user.fullName}`,
  };
}

function note(name: string, { classes, userId }: Mention, { mentions }: Rendering): void {
  if (everyone.has(name)) mentions.everyone = true;
  else if (userId === null) mentions.topic = true;
  else if (classes === "user-mention") mentions.userIds.add(Number(userId));
}
