/**
 * Encodes a text within the hash of a link: percent-encoded, with dots for percent signs
 * (docs/behaviour/markdown.md#links-to-channels).
 */
export function encodeHash(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  const strict = encoded.replaceAll(
    /[.!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return strict.replaceAll("%", ".");
}

/** Writes a channel as the hash of a link has it. */
export function channelSlug(id: number, name: string): string {
  return `${id}-${encodeHash(name.replaceAll(" ", "-"))}`;
}
