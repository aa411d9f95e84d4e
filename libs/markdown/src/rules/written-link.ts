import type { MarkdownIt, StateInline } from "markdown-it";

import { openTag } from "../html.ts";
import { relativeHref, safeHref } from "../links/safe-href.ts";
import { metaAt, renderingOf } from "../rendering.ts";
import type { LinkMeta } from "./auto-links.ts";

/** For every opening bracket where its closing one is. */
type Pairs = ReadonlyMap<number, number>;

const pairs = new WeakMap<StateInline, Pairs>();
const sound = /\.(?:aac|flac|mp3|wav)$/i;
const target = /^\s*(?:<([^<>]*)>|(\S*?))(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*$/;

/** `[text](url)`, whose text is nothing but text, and `![title](url)` for sounds (docs/behaviour/markdown.md#links). */
export function writtenLink(md: MarkdownIt): void {
  md.inline.ruler.before("found_link", "written_link", parse);
  md.inline.ruler.before("found_link", "sound", parseSound);
  md.renderer.rules["sound"] = (tokens, index) => {
    const { href, text } = metaAt<LinkMeta>(tokens, index);
    const tag = openTag("audio", { preload: "metadata", src: href, title: text });
    return `${tag.replace("<audio", "<audio controls")}</audio>`;
  };
}

interface Written {
  readonly meta: LinkMeta;
  readonly end: number;
}

function parse(state: StateInline, silent: boolean): boolean {
  const written = state.src.charAt(state.pos) === "[" ? readLink(state, state.pos) : null;
  if (!written) return false;
  if (!silent) state.push("link", "a", 0).meta = written.meta;
  state.pos = written.end;
  return true;
}

function parseSound(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith("![", state.pos)) return false;
  const { context } = renderingOf(state);
  const written = context.previews ? readLink(state, state.pos + 1) : null;
  if (!written || !sound.test(pathOf(written.meta.href))) return false;
  if (!silent) {
    const { href, text } = written.meta;
    const src = href.startsWith("user_uploads/") ? `/${href}` : href;
    state.push("sound", "audio", 0).meta = { href: src, text };
    renderingOf(state).hasLink = true;
    noteUpload(state, src);
  }
  state.pos = written.end;
  return true;
}

function noteUpload(state: StateInline, src: string): void {
  if (src.startsWith("/user_uploads/"))
    renderingOf(state).uploads.add(src.slice("/user_uploads/".length));
}

function pathOf(href: string): string {
  return href.replace(/[?#].*$/s, "");
}

function readLink(state: StateInline, from: number): Written | null {
  const close = pairsOf(state).get(from);
  if (close === undefined || state.src.charAt(close + 1) !== "(") return null;
  const end = pairsOf(state).get(close + 1);
  if (end === undefined || end >= state.posMax) return null;
  const match = target.exec(state.src.slice(close + 2, end));
  const href = match && safeHref(match[1] ?? match[2] ?? "");
  if (!match || href === null) return null;
  const relative = relativeHref(href, renderingOf(state).context.realmUrl);
  const text = state.src.slice(from + 1, close);
  return {
    meta: {
      href: relative,
      text: text.trim() === "" ? relative : text,
      title: match[3] ?? match[4],
    },
    end: end + 1,
  };
}

/** Finds all pairs of a paragraph at once, so that finding them stays linear. */
function pairsOf(state: StateInline): Pairs {
  const known = pairs.get(state);
  if (known) return known;
  const found = new Map<number, number>();
  const square: number[] = [];
  const round: number[] = [];
  for (const { 0: bracket, index } of state.src.matchAll(/[[\]()]/g)) {
    if (bracket === "[") square.push(index);
    else if (bracket === "(") round.push(index);
    else {
      const open = (bracket === "]" ? square : round).pop();
      if (open !== undefined) found.set(open, index);
    }
  }
  pairs.set(state, found);
  return found;
}
