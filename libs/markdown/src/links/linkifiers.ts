import { RE2JS } from "re2js";
import { parseTemplate, type Template } from "url-template";

import type { Linkifier } from "../context.ts";
import type { FoundLink } from "./found-link.ts";
import { safeHref } from "./safe-href.ts";

interface Compiled {
  /** Whether there is anything to find, which is much cheaper than finding it. */
  readonly hint: RE2JS;
  readonly pattern: RE2JS;
  readonly template: Template;
}

/** Names of the groups around the author's pattern: what comes before, the match itself. */
const matched = "linkifier_actual_match";

const compiled = new WeakMap<readonly Linkifier[], readonly Compiled[]>();

/** Matches of the organization's linkifiers in a text, those of earlier linkifiers first (reference/behaviour.md §16.4). Linear in the text. */
export function* findLinkified(
  text: string,
  linkifiers: readonly Linkifier[],
): Generator<FoundLink> {
  for (const one of compile(linkifiers)) {
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

function compile(linkifiers: readonly Linkifier[]): readonly Compiled[] {
  const known = compiled.get(linkifiers);
  if (known) return known;
  const made = linkifiers.map(({ pattern, url_template }) => ({
    hint: RE2JS.compile(pattern),
    pattern: RE2JS.compile(
      `(?:^|\\s|\\x{85}|\\pZ|['"(,:<])(?P<${matched}>${pattern})(?:$|[^\\pL\\pN])`,
    ),
    template: parseTemplate(url_template),
  }));
  compiled.set(linkifiers, made);
  return made;
}
