import { RE2JS } from "re2js";
import { parseTemplate, type Template } from "url-template";

import type { Linkifier } from "../context.ts";
import type { AutoLink } from "./auto-link.ts";
import { safeHref } from "./safe-href.ts";

interface Compiled {
  /** Pattern that matches whenever there may be something to find; much cheaper than finding it. */
  readonly hint: RE2JS;
  readonly pattern: RE2JS;
  readonly template: Template;
}

/** Names of the groups around the author's pattern: what comes before, the match itself. */
const matched = "linkifier_actual_match";

interface CompiledList {
  readonly linkifiers: readonly Compiled[];
  /** Instructions of all patterns. */
  readonly size: number;
}

const compiled = new WeakMap<readonly Linkifier[], CompiledList>();

/**
 * Counts the instructions of the patterns: the time to match grows with them and with the text.
 * @throws RE2JSSyntaxException
 */
export function patternSize(linkifiers: readonly Pick<Linkifier, "pattern">[]): number {
  return linkifiers.reduce(
    (sum, { pattern }) => sum + compilePattern(pattern).pattern.programSize(),
    0,
  );
}

/** Counts the instructions of a list that is used often, and is therefore compiled only once. */
export function linkifierSize(linkifiers: readonly Linkifier[]): number {
  return compile(linkifiers).size;
}

/**
 * Matches of the organization's linkifiers in a text, those of earlier linkifiers first
 * (docs/behaviour/markdown.md#linkifiers-in-text). Linear in the text.
 */
export function* findLinkified(
  text: string,
  linkifiers: readonly Linkifier[],
): Generator<AutoLink> {
  for (const one of compile(linkifiers).linkifiers) {
    if (!one.hint.test(text)) continue;
    const matcher = one.pattern.matcher(text);
    let from = 0;
    while (from <= text.length && matcher.find(from)) {
      const start = matcher.start(matched);
      const end = matcher.end(matched);
      // What follows a match may come before the next one.
      from = Math.max(end, from + 1);
      const variables = matcher.getNamedGroups();
      const href = safeHref(one.template.expand(variables));
      if (href !== null && end > start) yield { start, end, href };
    }
  }
}

function compile(list: readonly Linkifier[]): CompiledList {
  const known = compiled.get(list);
  if (known) return known;
  const linkifiers = list.map(({ pattern, url_template }) => ({
    ...compilePattern(pattern),
    template: parseTemplate(url_template),
  }));
  const size = patternSize(list);
  const made = { linkifiers, size };
  compiled.set(list, made);
  return made;
}

const patterns = new Map<string, Pick<Compiled, "hint" | "pattern">>();
/** Of patterns that stay compiled when lists change, because compiling some takes tens of milliseconds. */
const maxPatterns = 1000;

function compilePattern(written: string): Pick<Compiled, "hint" | "pattern"> {
  const known = patterns.get(written);
  if (known) return known;
  const made = {
    hint: RE2JS.compile(written),
    pattern: RE2JS.compile(
      `(?:^|\\s|\\x{85}|\\pZ|['"(,:<])(?P<${matched}>${written})(?:$|[^\\pL\\pN])`,
    ),
  };
  if (patterns.size >= maxPatterns) patterns.clear();
  patterns.set(written, made);
  return made;
}
