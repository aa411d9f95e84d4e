import type { MarkdownIt, StateCore, Token } from "markdown-it";

import { pageOf } from "../links/page-embed.ts";
import { previewOf } from "../links/preview.ts";
import { metaOf, type Rendering, renderingOf } from "../rendering.ts";
import type { LinkMeta } from "./auto-links.ts";

/** More links than these, and none is shown (docs/behaviour/markdown.md#previews). */
const maxPreviews = 24;
/** Of how many pages is shown what they are about; these are looked up one by one. */
const maxPages = 5;
const uploads = "/user_uploads/";

/** A link with the tokens of what it is in. */
interface Link {
  readonly meta: LinkMeta;
  /** Index of the inline token. */
  readonly index: number;
  readonly alone: boolean;
}

/** Adds images, videos and sounds below the paragraphs that link to them. */
export function previews(md: MarkdownIt): void {
  md.core.ruler.after("inline", "previews", addPreviews);
  md.renderer.rules["preview"] = (tokens, index) => tokens[index]?.content ?? "";
}

function addPreviews(state: StateCore): void {
  const rendering = renderingOf(state);
  const links = previewable(state.tokens, rendering);
  if (links.length === 0 || new Set(links.map(({ meta }) => meta.href)).size > maxPreviews) return;
  notePages(links, rendering);
  if (!rendering.context.previews) return;
  const shown = new Set<string>();
  const below = new Map<number, Token[]>();
  const gone = new Set<number>();
  for (const { meta, index, alone } of links) {
    if (shown.has(meta.href)) continue;
    shown.add(meta.href);
    const preview = previewOf(meta, rendering.context);
    if (!preview) continue;
    if (preview.kind !== "video") rendering.hasImage = true;
    const token = new state.Token("preview", "", 0);
    token.content = preview.html;
    token.hidden = state.tokens[index - 1]?.hidden === true;
    below.set(index, [...(below.get(index) ?? []), token]);
    if (alone && preview.kind !== "player") gone.add(index);
  }
  if (below.size > 0) state.tokens = placed(state.tokens, below, gone);
}

/** Notes the pages elsewhere that are linked to and are nothing that is shown by itself. */
function notePages(links: readonly Link[], rendering: Rendering): void {
  const { context } = rendering;
  if (!context.pagePreviews) return;
  const others = links.filter(({ meta }) => previewOf(meta, context) === null);
  const pages = others.map(({ meta }) => pageOf(meta.href, context.realmUrl));
  rendering.pages = [...new Set(pages)].filter((page) => page !== null).slice(0, maxPages);
}

/** Notes everything that is linked to; the links outside of quotes, in order. */
function previewable(tokens: readonly Token[], rendering: Rendering): readonly Link[] {
  const links: Link[] = [];
  let quotes = 0;
  for (const [index, { type, children }] of tokens.entries()) {
    if (type === "blockquote_open") quotes += 1;
    if (type === "blockquote_close") quotes -= 1;
    for (const child of type === "inline" ? (children ?? []) : []) {
      if (child.type === "link" || child.type === "channel_link") rendering.hasLink = true;
      if (child.type !== "link") continue;
      const meta = metaOf<LinkMeta>(child);
      noteUpload(meta.href, rendering);
      const alone = children?.length === 1 && meta.text === meta.href;
      if (quotes === 0) links.push({ meta, index, alone });
    }
  }
  return links;
}

function noteUpload(href: string, { context, uploads: noted }: Rendering): void {
  const own = href.startsWith(`${context.realmUrl}/`) ? href.slice(context.realmUrl.length) : href;
  const path = own.startsWith("user_uploads/") ? `/${own}` : own;
  if (path.startsWith(uploads)) noted.add(path.slice(uploads.length).replace(/[?#].*$/s, ""));
}

/** Previews follow the end of their paragraph, or take its place. */
function placed(
  tokens: readonly Token[],
  below: ReadonlyMap<number, readonly Token[]>,
  gone: ReadonlySet<number>,
): Token[] {
  const result: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const removed = [index - 1, index, index + 1].some((near) => gone.has(near));
    const isParagraph = token.type.startsWith("paragraph_") || token.type === "inline";
    if (!(removed && isParagraph)) result.push(token);
    // The inline token lies between those that open and close its paragraph.
    if (isParagraph) result.push(...(below.get(index - 1) ?? []));
  }
  return result;
}
