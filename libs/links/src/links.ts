/**
 * Writes a text as one part of an address behind `#`: percent-encoded, with dots for percent signs
 * (docs/behaviour/markdown.md#links-to-channels).
 */
export function linkPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[.!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}

/** Writes a channel as a part of an address: its id, by which it is found, and for people its name. */
export function channelPart(id: number, name: string): string {
  return `${id}-${linkPart(name.replaceAll(" ", "-"))}`;
}
