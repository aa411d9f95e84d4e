import { fill, type TextValues } from "./fill.ts";
import { type LanguageCode, languages } from "./languages.ts";

/** Forms of a text that counts: those that the language has for numbers. */
export type PluralForms = { readonly [Form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

/** Form of the texts of another language: as many, by the same names. */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends { readonly other: string }
    ? PluralForms
    : { readonly [Name in keyof Texts]: Translated<Texts[Name]> };

/** Texts in one language, and what completes them. */
export interface Wording<Texts> {
  readonly language: LanguageCode;
  readonly texts: Texts;
  /** Fills in a text; the value `n` chooses the form of one that counts. */
  readonly say: (text: string | PluralForms, values?: TextValues) => string;
}

/** Picks the texts of a language. */
export function wordingIn<Texts>(
  language: LanguageCode,
  texts: Readonly<Record<LanguageCode, Texts>>,
): Wording<Texts> {
  const isMirrored = languages[language].direction === "rtl";
  return {
    language,
    texts: texts[language],
    say: (text, values = {}) =>
      fill(formOf(language, text, values), isMirrored ? isolated(values) : values),
  };
}

function formOf(language: LanguageCode, text: string | PluralForms, { n }: TextValues): string {
  if (typeof text === "string") return text;
  return text[new Intl.PluralRules(language).select(Number(n))] ?? text.other;
}

/** Keeps names and addresses, most of which run from left to right, from changing the order of a sentence. */
function isolated(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? `\u2068${value}\u2069` : value,
    ]),
  );
}
