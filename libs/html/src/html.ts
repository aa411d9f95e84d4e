/** Holds text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Makes HTML from a template: escapes its values, unless they are `Html` themselves. */
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

/** Sets prose: `code` between backticks as code, and paragraphs where there are blank lines. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return html`${paragraphs}`;
}

/** Sets one paragraph of prose, without its element. */
export function inline(text: string): Html {
  const parts = text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}
