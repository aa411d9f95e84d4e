import type { QuoteTexts } from "./en.ts";

/** Texts within quotations in Arabic. */
export const ar: QuoteTexts = { hidden: "(مخفي إلى أن تفتح الرسالة)" };
