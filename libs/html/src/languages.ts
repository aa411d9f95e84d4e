/** Languages that pages and e-mail are written in, by their code in `default_language`. */
export const languages = {
  en: { name: "English", direction: "ltr" },
  ar: { name: "العربية", direction: "rtl" },
} as const;

export type LanguageCode = keyof typeof languages;

/** Codes of all languages. */
export const languageCodes: readonly LanguageCode[] = ["en", "ar"];

/**
 * Returns the first of the codes that is one of our languages, with or without its region, as `en-gb` is English; null
 * when none is.
 */
export function findLanguage(...codes: readonly (string | undefined)[]): LanguageCode | null {
  for (const code of codes) {
    const [base] = (code ?? "").toLowerCase().split("-");
    const found = languageCodes.find((one) => one === base);
    if (found !== undefined) return found;
  }
  return null;
}
