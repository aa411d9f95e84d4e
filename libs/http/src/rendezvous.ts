/**
 * The origins in the order in which a realm's requests try them. Every caller computes the same order, and when an origin
 * comes or goes only the realms that had or get it move.
 */
export function rankOrigins(origins: readonly string[], realmId: number): readonly string[] {
  if (origins.length < 2) return origins;
  return origins
    .map((origin) => ({ origin, score: mix(textHash(origin) ^ Math.imul(realmId, 0x9e3779b1)) }))
    .toSorted((a, b) => b.score - a.score || (a.origin < b.origin ? -1 : 1))
    .map(({ origin }) => origin);
}

/** FNV-1a. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** The finalizer of MurmurHash3: spreads every input bit over all output bits. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
