import { type LanguageCode, type Wording, wordingIn } from "@team-chat/html";

import { ar } from "./ar.ts";
import { en, type Texts } from "./en.ts";

/** The organization, or the installation, that a page speaks for, and the language in which it does. */
export interface Voice extends Wording<Texts> {
  readonly name: string;
  /** Address of its picture; empty for none. */
  readonly icon: string;
}

const texts = { en, ar };

/** Makes the voice of an organization. */
export function voiceOf(
  language: LanguageCode,
  { icon, name }: { readonly name: string; readonly icon: string },
): Voice {
  return { ...wordingIn<Texts>(language, texts), name, icon };
}

/** Makes the voice of the installation. */
export function ownVoice(language: LanguageCode): Voice {
  return voiceOf(language, { name: texts[language].product, icon: "" });
}
