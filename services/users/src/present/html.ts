const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Plain text as HTML paragraphs; empty for empty text. */
export function paragraphs(text: string): string {
  const escaped = text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
  return escaped
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p>${part.trim().replaceAll("\n", "<br>\n")}</p>`)
    .join("\n");
}
