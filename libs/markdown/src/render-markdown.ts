// See docs/subsystems/markdown.md.
import { AppError } from "@team-chat/errors";
import { threadProcessorUs } from "@team-chat/work";
import MarkdownIt from "markdown-it";

import { forgetHighlighter } from "./code/highlight.ts";
import type { Context } from "./context.ts";
import { maxHtmlChars } from "./html.ts";
import { isLight } from "./is-light.ts";
import { renderProse } from "./plain-prose.ts";
import { prepareLibraries } from "./prepare-libraries.ts";
import { noMentions, type Rendered } from "./rendered.ts";
import type { Rendering } from "./rendering.ts";
import { autoLinks } from "./rules/auto-links.ts";
import { channelLink } from "./rules/channel-link.ts";
import { codeSpan } from "./rules/code-span.ts";
import { emoji } from "./rules/emoji.ts";
import { emphasis } from "./rules/emphasis.ts";
import { emptyQuotes } from "./rules/empty-quotes.ts";
import { entity } from "./rules/entity.ts";
import { fences } from "./rules/fences.ts";
import { groupMention } from "./rules/group-mention.ts";
import { lists } from "./rules/lists.ts";
import { math } from "./rules/math.ts";
import { paragraphs } from "./rules/paragraphs.ts";
import { previews } from "./rules/previews.ts";
import { tables } from "./rules/tables.ts";
import { time } from "./rules/time.ts";
import { userMention } from "./rules/user-mention.ts";
import { writtenLink } from "./rules/written-link.ts";
import { withinTime } from "./within-time.ts";

const parser = new MarkdownIt({ html: false, breaks: true });
parser.disable([
  "lheading",
  "reference",
  "link",
  "image",
  "autolink",
  "html_inline",
  "html_block",
  "escape",
  "linkify",
]);
parser.core.ruler.disable(["linkify", "replacements", "smartquotes", "text_join"]);
parser.inline.ruler2.disable(["balance_pairs", "strikethrough", "emphasis", "fragments_join"]);
// The order is that of precedence (docs/behaviour/markdown.md#principles).
for (const rule of [
  codeSpan,
  userMention,
  math,
  channelLink,
  time,
  groupMention,
  autoLinks,
  writtenLink,
  emphasis,
  emoji,
  entity,
])
  rule(parser);
for (const rule of [fences, emptyQuotes, lists, tables, paragraphs, previews]) rule(parser);

/**
 * Renders a text that takes little time; null for every other text. Never unsafe, whatever the input.
 * @throws BAD_REQUEST when the result is out of all proportion
 */
export function renderLight(given: string, context: Context): Rendered | null {
  const prose = renderProse(given, context.linkifiers);
  if (prose !== null) return prose;
  // Half a character cannot be encoded in a URL.
  const content = given.toWellFormed();
  return isLight(content, context) ? render(content, context, false) : null;
}

/**
 * Without highlighting and mathematics: takes time in proportion to the text.
 * @throws BAD_REQUEST when the result is out of all proportion
 */
export function renderPlain(given: string, context: Context): Rendered {
  return render(given.toWellFormed(), context, true);
}

export interface Limits {
  /** True to leave out highlighting and mathematics from the outset. */
  readonly plain: boolean;
  /**
   * Time limit of one attempt. An attempt that runs out of time is repeated once without highlighting and mathematics;
   * the second failure is a refusal.
   */
  readonly attemptMs: number;
}

/**
 * Renders a well-formed text of any weight. It takes at most twice the time of an attempt, or three times on a machine
 * that is so busy that attempts are repeated.
 * @throws BAD_REQUEST when that is too little, or the result is out of all proportion
 */
export function renderHeavy(
  content: string,
  context: Context,
  { plain, attemptMs }: Limits,
): Rendered {
  if (!plain) {
    prepareLibraries(content, context);
    const rendered = attempt(attemptMs, () => render(content, context, false));
    if (rendered) return rendered.result;
  }
  const rendered = attempt(attemptMs, () => render(content, context, true));
  if (!rendered) throw refused();
  return rendered.result;
}

/**
 * Repeats the work when the thread had less than half of a processor meanwhile: how busy the machine is must not decide
 * what a text looks like.
 */
function attempt<T>(attemptMs: number, work: () => T): { readonly result: T } | null {
  const beganUs = threadProcessorUs();
  const done = withinTime(attemptMs, work);
  if (done) return done;
  forgetHighlighter();
  if ((threadProcessorUs() - beganUs) / 1000 >= attemptMs / 2) return null;
  const again = withinTime(attemptMs, work);
  if (!again) forgetHighlighter();
  return again;
}

function render(content: string, context: Context, plain: boolean): Rendered {
  const rendering: Rendering = {
    context,
    mentions: noMentions(),
    quoteDepth: 0,
    hasLink: false,
    hasImage: false,
    uploads: new Set(),
    pages: [],
    prose: [],
    plain,
  };
  const html = parser.render(content, rendering as unknown as Record<string, unknown>).trimEnd();
  if (html.length > maxHtmlChars) throw refused();
  const { mentions, hasLink, hasImage, pages, prose, uploads } = rendering;
  const found = { mentions, hasLink, hasImage, pages, uploads: [...uploads] };
  return { html, ...found, prose: prose.join("\n") };
}

function refused(): AppError {
  return new AppError("BAD_REQUEST", "Unable to render message");
}
