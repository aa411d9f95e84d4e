/** Returns a description as it is stored: one line, without surrounding white space. */
export function normalizeDescription(text: string): string {
  return text.replaceAll("\n", " ").trim();
}
