import type { NarrowTerm } from "@team-chat/contract";

/** Returns the words to search for; a message must have all of them. Null when the narrow searches for none. */
export function searchText(terms: readonly NarrowTerm[]): string | null {
  const texts = terms.filter(isSearch).map(({ operand }) => operand);
  return texts.length === 0 ? null : texts.join(" ");
}

/**
 * Joins all searches into one term at the end (docs/behaviour/narrows.md#search); those that are negated stay by
 * themselves.
 */
export function joinSearches(terms: readonly NarrowTerm[]): readonly NarrowTerm[] {
  const operand = searchText(terms);
  if (operand === null) return terms;
  const others = terms.filter((term) => !isSearch(term));
  return [...others, { operator: "search", operand, negated: false }];
}

/** Texts between quotation marks, which a message must contain as they are. */
export function phrasesOf(text: string): readonly string[] {
  const phrases = [...text.matchAll(/"([^"]+)"/g)].map(([, phrase = ""]) => phrase);
  return phrases.filter((phrase) => phrase.trim() !== "");
}

function isSearch(term: NarrowTerm): boolean {
  return term.operator === "search" && !term.negated;
}
