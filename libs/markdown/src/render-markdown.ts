// See docs/subsystems/markdown.md.
import { AppError } from "@team-chat/errors";
import MarkdownIt from "markdown-it";

import { forgetHighlighter } from "./code/highlight.ts";
import type { Context } from "./context.ts";
import { renderProse } from "./plain-prose.ts";
import { prepareLibraries } from "./prepare-libraries.ts";
import { noMentions, type Rendered } from "./rendered.ts";
import type { Rendering } from "./rendering.ts";
import { channelLink } from "./rules/channel-link.ts";
import { codeSpan } from "./rules/code-span.ts";
import { emoji } from "./rules/emoji.ts";
import { emphasis } from "./rules/emphasis.ts";
import { emptyQuotes } from "./rules/empty-quotes.ts";
import { entity } from "./rules/entity.ts";
import { fences } from "./rules/fences.ts";
import { foundLinks } from "./rules/found-links.ts";
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

/** With its event around it the HTML must fit into one message of the stream (1 MB), whatever its characters take in UTF-8. */
const maxHtmlChars = 200_000;
/** For texts that may be heavy; what is broken off is done once more without what makes it heavy. */
const maxMs = 1000;
const heavy = /```|~~~|\$\$/;
/** Up to here everything but highlighting and mathematics takes a few milliseconds at most. */
const lightChars = 1000;

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
// The order is that of precedence (reference/behaviour.md §19).
for (const rule of [
  codeSpan,
  userMention,
  math,
  channelLink,
  time,
  groupMention,
  foundLinks,
  writtenLink,
  emphasis,
  emoji,
  entity,
])
  rule(parser);
for (const rule of [fences, emptyQuotes, lists, tables, paragraphs, previews]) rule(parser);

/**
 * Renders the dialect of reference/behaviour.md §19. Never unsafe, whatever the input; takes time in proportion to its length, and at most two
 * seconds.
 * @throws BAD_REQUEST when the result is out of all proportion
 */
export function renderMarkdown(given: string, context: Context): Rendered {
  const prose = renderProse(given, context.linkifiers);
  if (prose !== null) return prose;
  // Half a character cannot be encoded in a URL.
  const content = given.toWellFormed();
  if (content.length <= lightChars && !heavy.test(content)) return render(content, context, false);
  prepareLibraries(content, context);
  const rendered = withinTime(maxMs, () => render(content, context, false));
  if (rendered) return rendered.result;
  forgetHighlighter();
  const plain = withinTime(maxMs, () => render(content, context, true));
  if (!plain) throw refused();
  return plain.result;
}

function render(content: string, context: Context, plain: boolean): Rendered {
  const rendering: Rendering = {
    context,
    mentions: noMentions(),
    quoteDepth: 0,
    hasLink: false,
    hasImage: false,
    uploads: new Set(),
    prose: [],
    plain,
  };
  const html = parser.render(content, rendering as unknown as Record<string, unknown>).trimEnd();
  if (html.length > maxHtmlChars) throw refused();
  const { mentions, hasLink, hasImage, uploads, prose } = rendering;
  return { html, mentions, hasLink, hasImage, uploads: [...uploads], prose: prose.join("\n") };
}

function refused(): AppError {
  return new AppError("BAD_REQUEST", "Unable to render message");
}
