import type { TextName as CoreName } from "./en.ts";
import type { PageTextName } from "./pages/en.ts";

/** Name of a text; those of pages are there once `loadPageTexts` was called. */
export type TextName = CoreName | PageTextName;

/** A text; one that counts has the plural forms of its language, chosen by the value `n`. */
export type Text =
  | string
  | ({ readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string });

/** Texts that every visit needs, in one language. */
export type CoreTexts = Readonly<Record<CoreName, Text>>;

/** Texts of pages, in one language. */
export type PageTexts = Readonly<Record<PageTextName, Text>>;
