/** Makes texts of any length that are dear to whoever reads, renders or searches them, by what they are made of. */
type TextKind = (length: number) => string;

const fence =
  (language: string, body: string): TextKind =>
  (length) => {
    const head = `~~~${language}\n`;
    return `${head}${repeated(body, length - head.length - 4)}\n~~~`;
  };

function repeated(part: string, length: number): string {
  const whole = part.repeat(Math.ceil(Math.max(0, length) / part.length));
  return whole.slice(0, Math.max(0, length)).toWellFormed();
}

const made =
  (part: string): TextKind =>
  (length) =>
    repeated(part, length);

/** Texts of which each is the worst for some part of what reads markdown. */
const markup: Readonly<Record<string, TextKind>> = {
  "java dollars": fence("java", "$"),
  "java numbers": fence("java", "0x"),
  "perl numbers": fence("perl", "0x"),
  "c++ templates": fence("cpp", "a<b<"),
  "python strings": fence("python", "f'''{"),
  "javascript expressions": fence("javascript", "`${a/("),
  "css selectors": fence("css", "a:b("),
  "html tags": fence("html", "<a b="),
  formulas: made("$$\\frac{a}{b}$$ "),
  "nested formula": (length) => `$$${repeated("\\sqrt{", length / 2)}$$`,
  quotes: made("> "),
  "nested fences": made("````quote\n"),
  lists: (length) => repeated("  ".repeat(40) + "- a\n", length),
  brackets: made("["),
  links: made("[a](http://a.b/c) "),
  addresses: made("http://example.com/a?b=c "),
  emphasis: made("**a*b"),
  mentions: made("@**Bench 1** "),
  emoji: made(":smile: "),
  backticks: made("`a``b"),
  table: (length) => `|a|b|\n|-|-|\n${repeated("|c|d|\n", length - 12)}`,
};

/** Texts for everything else. */
const plain: Readonly<Record<string, TextKind>> = {
  letters: made("x"),
  words: made("a b "),
  "combining marks": made("e\u0301\u0323"),
  emoji: made("👩‍👩‍👧"),
  quotes: made(String.raw`"\'%_`),
  phrases: made('"a" '),
};

/** Parameters whose text is rendered. */
const rendered = new Set(["content", "rendered_description", "description", "message_content"]);

/** Worst texts of this length for a parameter, with what they are called. */
export function* worstTexts(
  name: string,
  length: number,
): Generator<readonly [kind: string, text: string]> {
  const kinds = rendered.has(name) ? { ...plain, ...markup } : plain;
  for (const [kind, make] of Object.entries(kinds)) yield [kind, make(length)];
}
