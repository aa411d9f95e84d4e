import { type LanguageCode, type Wording, wordingIn } from "@team-chat/html";

import { ar } from "./ar.ts";
import { en, type LetterTexts } from "./en.ts";

/** Picks the texts of e-mail in a language. */
export function letterWording(language: LanguageCode): Wording<LetterTexts> {
  return wordingIn<LetterTexts>(language, { en, ar });
}
