import type { MarkdownIt, StateCore, Token } from "markdown-it";

import { renderingOf } from "../rendering.ts";

/** What a link may begin with; everything else stays text. */
const schemes = new Set(
  "http https ftp ftps file mailto tel sms sip sips xmpp irc ircs matrix magnet news nntp sftp ssh webcal geo bitcoin".split(
    " ",
  ),
);
const scheme = /^([a-z][a-z\d+.-]*):/i;
/** `host:port/…` looks like a scheme. */
const hostAndPort = /^[^/?#:]+:\d+(?:[/?#]|$)/;

/** Links with allowed schemes only, autolinks, and the target as text where none is given (reference/behaviour.md §19). */
export function links(md: MarkdownIt): void {
  const encode = md.normalizeLink.bind(md);
  md.normalizeLink = (url) => encode(completeUrl(url) ?? url);
  md.normalizeLinkText = (text) => text;
  md.validateLink = (url) => completeUrl(url) !== null;
  md.linkify.set({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false }).add("//", null);
  md.disable(["reference", "image", "autolink", "html_inline", "html_block", "entity", "escape"]);
  md.core.ruler.after("linkify", "link_text", fillEmptyLinks);
}

/** The URL with what a reader would add to it; null when it may not be linked to. */
function completeUrl(url: string): string | null {
  const trimmed = url.trim();
  // Browsers skip these within a scheme, so that an innocent looking one could become another.
  // oxlint-disable-next-line no-control-regex -- the control characters are what is looked for
  if (trimmed === "" || /[\u0000-\u001f\u007f]/.test(trimmed)) return null;
  if (trimmed.startsWith("/") || trimmed.startsWith("#")) return trimmed;
  const [, name] = hostAndPort.test(trimmed) ? [] : (scheme.exec(trimmed) ?? []);
  if (name !== undefined) return schemes.has(name.toLowerCase()) ? trimmed : null;
  if (!/[/:]/.test(trimmed) && trimmed.includes("@")) return `mailto:${trimmed}`;
  return `http://${trimmed}`;
}

function fillEmptyLinks(state: StateCore): void {
  for (const { children } of state.tokens) {
    if (!children) continue;
    if (children.some(({ type }) => type === "link_open")) renderingOf(state).hasLink = true;
    for (let index = children.length - 1; index > 0; index -= 1) {
      const [open, close] = children.slice(index - 1, index + 1);
      if (open?.type === "link_open" && close?.type === "link_close")
        children.splice(index, 0, textToken(state, String(open.attrGet("href") ?? "")));
    }
  }
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token("text", "", 0);
  token.content = content;
  return token;
}
