interface Ranking<T> {
  readonly nameOf: (one: T) => string;
  /** How many are wanted. */
  readonly most: number;
}

/** Picks those whose name contains what was written, first those that begin so, then those of which a word does. */
export function rank<T>(
  all: Iterable<T>,
  written: string,
  { most, nameOf }: Ranking<T>,
): readonly T[] {
  const wanted = plain(written);
  const ranked: (readonly [number, T])[] = [];
  for (const one of all) {
    const name = plain(nameOf(one));
    const at = name.indexOf(wanted);
    if (at === -1) continue;
    ranked.push([rankAt(name, at), one]);
  }
  return ranked
    .toSorted(([a], [b]) => a - b)
    .slice(0, most)
    .map(([, one]) => one);
}

function rankAt(name: string, at: number): number {
  if (at === 0) return 0;
  return /[\s_-]/.test(name.charAt(at - 1)) ? 1 : 2;
}

/** Writes a text as it is looked for: without accents, and in lower case. */
export function plain(text: string): string {
  // Most names are, and there are many: they need no look at each letter.
  if (!/[^\x20-\x7E]/.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
