// See docs/subsystems/markdown.md.
import { AppError } from "@team-chat/errors";
import MarkdownIt from "markdown-it";

import type { Mentions, Names, Rendering } from "./rendering.ts";
import { channelLink } from "./rules/channel-link.ts";
import { code } from "./rules/code.ts";
import { emphasis } from "./rules/emphasis.ts";
import { groupMention } from "./rules/group-mention.ts";
import { links } from "./rules/links.ts";
import { quotes } from "./rules/quotes.ts";
import { userMention } from "./rules/user-mention.ts";

/** A message's content as HTML with what was found in it. */
export interface Rendered {
  readonly html: string;
  readonly mentions: Mentions;
  readonly hasLink: boolean;
}

/** With its event around it the HTML must fit into one message of the stream (1 MB), whatever its characters take in UTF-8. */
const maxHtmlChars = 200_000;

const parser = new MarkdownIt({ html: false, breaks: true, linkify: true });
parser.disable(["lheading"]);
for (const rule of [links, quotes, code, userMention, groupMention, channelLink, emphasis])
  rule(parser);

/**
 * Renders the dialect of reference/behaviour.md §19. Never unsafe, whatever the input; takes time in proportion to its length.
 * @throws BAD_REQUEST when the result is out of all proportion
 */
export function renderMarkdown(content: string, names: Names): Rendered {
  const mentions = {
    userIds: new Set<number>(),
    groupIds: new Set<number>(),
    everyone: false,
    topic: false,
  };
  const rendering: Rendering = { names, mentions, quoteDepth: 0, hasLink: false };
  const html = parser.render(content, rendering as unknown as Record<string, unknown>).trimEnd();
  if (html.length > maxHtmlChars) throw new AppError("BAD_REQUEST", "Unable to render message");
  return { html, mentions, hasLink: rendering.hasLink };
}
