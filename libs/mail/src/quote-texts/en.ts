import type { Translated } from "@team-chat/html";

/** Texts within quotations. */
export const en = { hidden: "(hidden until you open the message)" };

export type QuoteTexts = Translated<typeof en>;
