import type { MarkdownIt, StateInline } from "markdown-it";

import { openTag, escapeText } from "../html.ts";
import type { AutoLink } from "../links/auto-link.ts";
import { findLinks } from "../links/find-links.ts";
import { relativeHref } from "../links/safe-href.ts";
import { metaAt, renderingOf } from "../rendering.ts";

/** A link whose text is only text. */
export type LinkMeta = {
  readonly href: string;
  readonly text: string;
  readonly title?: string | undefined;
};

/** A stretch of one paragraph that is parsed on its own, and what in it becomes a link by itself. */
interface Region {
  readonly start: number;
  /** Null as long as nobody has asked. */
  links: readonly AutoLink[] | null;
  /** Index of the first link that is not behind. */
  next: number;
}

const regions = new WeakMap<StateInline, Region>();

/**
 * URLs and the organization's patterns where they stand, and the text between everything that has a meaning
 * (docs/behaviour/markdown.md#links).
 */
export function autoLinks(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "found_link", parseLink);
  md.inline.ruler.at("text", parseText);
  md.renderer.rules["link"] = (tokens, index) => {
    const { href, text, title } = metaAt<LinkMeta>(tokens, index);
    return `${openTag("a", { href, title: title ?? null })}${escapeText(text)}</a>`;
  };
}

/** Parses what lies between here and `end` on its own, as far as links are concerned. */
export function parseRegion(state: StateInline, end: number): void {
  const { posMax } = state;
  const outer = regions.get(state);
  regions.set(state, { start: state.pos, links: null, next: 0 });
  state.posMax = end;
  state.md.inline.tokenize(state);
  state.posMax = posMax;
  regions.set(state, outer ?? wholeParagraph());
}

function wholeParagraph(): Region {
  return { start: 0, links: null, next: 0 };
}

function nextLink(state: StateInline): AutoLink | undefined {
  const region = regions.get(state) ?? wholeParagraph();
  regions.set(state, region);
  const { start } = region;
  region.links ??= findLinks(state.src.slice(start, state.posMax), renderingOf(state).context);
  while (start + (region.links[region.next]?.start ?? Infinity) < state.pos) region.next += 1;
  const link = region.links[region.next];
  return link && { ...link, start: start + link.start, end: start + link.end };
}

function parseLink(state: StateInline, silent: boolean): boolean {
  const link = nextLink(state);
  if (link?.start !== state.pos) return false;
  if (!silent) {
    const href = relativeHref(link.href, renderingOf(state).context.realmUrl);
    const meta: LinkMeta = { href, text: state.src.slice(link.start, link.end) };
    state.push("link", "a", 0).meta = meta;
  }
  state.pos = link.end;
  return true;
}

/** Everything that a rule begins with. */
const special = /[\n`*~@#$<[!:&]/g;

function parseText(state: StateInline, silent: boolean): boolean {
  special.lastIndex = state.pos;
  const stop = special.exec(state.src)?.index ?? state.posMax;
  const end = Math.min(stop, nextLink(state)?.start ?? stop, state.posMax);
  if (end <= state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}
