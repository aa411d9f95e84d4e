export type { TextValues } from "./fill.ts";
export { Html, html, inline, prose } from "./html.ts";
export { findLanguage, type LanguageCode, languageCodes, languages } from "./languages.ts";
export { type PluralForms, type Translated, type Wording, wordingIn } from "./wording.ts";
