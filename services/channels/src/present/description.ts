const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** A description as HTML: its text as one paragraph. */
export function renderDescription(description: string): string {
  if (description === "") return "";
  const text = description.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
  return `<p>${text}</p>`;
}
