import { en } from "./en.ts";
import type { CoreTexts, PageTexts } from "./forms.ts";

/** A language of the client. */
interface Language {
  /** What its speakers call it. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  readonly load: () => Promise<CoreTexts>;
  /** Loads the texts of pages, which most visits do not need. */
  readonly loadPages: () => Promise<PageTexts>;
}

/** Languages that the client is translated to, by their code in `default_language`. */
export const languages = {
  en: {
    name: "English",
    direction: "ltr",
    load: () => Promise.resolve(en),
    loadPages: async () => (await import("./pages/en.ts")).pagesEn,
  },
  ar: {
    name: "العربية",
    direction: "rtl",
    load: async () => (await import("./ar.ts")).ar,
    loadPages: async () => (await import("./pages/ar.ts")).pagesAr,
  },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

/** Returns the code of a language that there is: the one asked for, or English. */
export function languageFor(code: unknown): LanguageCode {
  return code === "ar" ? code : "en";
}
