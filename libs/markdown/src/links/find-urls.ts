import type { AutoLink } from "./auto-link.ts";
import { safeHref } from "./safe-href.ts";
import { isTopLevelDomain } from "./top-level-domains.ts";

/** Without one of these there is nothing to find. */
const hint = /:\/\/|[^\s.]\.[^\s.]|@/;
const word = /\S+/g;
/** Matches the characters within a word after which a URL may begin. */
const openings = /['"(,:<]/g;
const trailing = /[!:;?),.'">]+$/;
const webHost = /https?:\/\/[\p{L}\p{N}_.:@-]+/uy;
const bareHost = /(?:[\p{L}\p{N}_-]+\.)+([\p{L}\p{N}_-]+)/uy;
const mail = /^[\p{L}\p{N}_.-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u;
const maxParentheses = 6;

/** A word of the text, in which URLs are looked for. */
interface Word {
  readonly text: string;
  /** End of the URL's part of the word: only punctuation follows, which does not belong to it. */
  readonly end: number;
}

/** URLs, hosts and addresses that stand in a text without any markup, in order (docs/behaviour/markdown.md#links). */
export function findUrls(text: string): readonly AutoLink[] {
  if (!hint.test(text)) return [];
  const found: AutoLink[] = [];
  for (const match of text.matchAll(word)) {
    const [written] = match;
    if (!hint.test(written)) continue;
    const one = { text: written, end: written.replace(trailing, "").length };
    const link = findInWord(one);
    if (link) found.push({ ...link, start: match.index + link.start, end: match.index + link.end });
  }
  return found;
}

/** Finds the URL in a word. It ends where only punctuation is left of the word, so that a word has at most one. */
function findInWord(one: Word): AutoLink | null {
  let start = 0;
  openings.lastIndex = 0;
  for (;;) {
    const end = endOfUrl(one, start);
    if (end !== null) {
      const href = safeHref(one.text.slice(start, end));
      if (href !== null) return { start, end, href };
    }
    const next = openings.exec(one.text);
    if (!next) return null;
    start = next.index + 1;
  }
}

function endOfUrl(one: Word, start: number): number | null {
  webHost.lastIndex = start;
  const web = webHost.exec(one.text);
  if (web) return endOfPath(one, start + web[0].length);
  if (mail.test(one.text.slice(start, one.end))) return one.end;
  bareHost.lastIndex = start;
  const bare = bareHost.exec(one.text);
  if (!bare || !isTopLevelDomain(bare[1] ?? "")) return null;
  const host = start + bare[0].length;
  return host >= one.end || one.text.charAt(host) === "/" ? endOfPath(one, host) : null;
}

/**
 * Returns the end of the path that begins here: not within parentheses, and only before punctuation that ends the word.
 */
function endOfPath({ text, end }: Word, from: number): number | null {
  if (from >= end) return Math.max(end, hostEnd(text, from));
  if (!/[/?#]/.test(text.charAt(from))) return null;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (depth === 0 && at >= end) return at;
    const character = text.charAt(at);
    if (character === '"') return null;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0 || depth > maxParentheses) return null;
  }
  return depth === 0 ? text.length : null;
}

/** Returns the end of a host without punctuation that ends the word, which the pattern may have taken in. */
function hostEnd(text: string, from: number): number {
  return text.slice(0, from).replace(trailing, "").length;
}
