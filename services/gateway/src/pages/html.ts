/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** A template whose values are escaped, but for HTML made the same way. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = strings.map((text, at) => {
    const part = parts[at];
    return part === undefined ? text : text + render(part);
  });
  return new Html(texts.join(""));
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return String(part).replaceAll(
    /[&<>"']/g,
    (character) => `&#${String(character.codePointAt(0))};`,
  );
}

/** Prose in which `code` between backticks is set as such, and blank lines part paragraphs. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return html`${paragraphs}`;
}

/** One paragraph's worth of `prose`. */
export function inline(text: string): Html {
  const parts = text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}
