/** Encodes a text for a part of an address: percent signs are dots, as all of the product's links have them. */
export function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[.!'()*]/g, (character) => `%${character.codePointAt(0)?.toString(16) ?? ""}`)
    .replaceAll("%", ".");
}

/** Reverses `encode`; what cannot have come from it is taken as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll(/\.([\dA-Fa-f]{2})/g, "%$1"));
  } catch {
    return text;
  }
}
