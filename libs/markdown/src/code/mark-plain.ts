import { escapeCode } from "../html.ts";
import { markedSpan } from "./marked-span.ts";

const piece =
  /[\p{L}_$][\p{L}\p{N}_$]*|[-+*/%=<>!&|^~?@]+|[()[\]{};:,.]+|[^\p{L}_$\-+*/%=<>!&|^~?@()[\]{};:,.]+/gu;
const name = /^[\p{L}_$]/u;
/** Names that are part of a language. */
const pseudo = new Set(["self", "cls"]);
const operator = /^[-+*/%=<>!&|^~?@]/;
const punctuation = /^[()[\]{};:,.]/;

/** Marks names, operators and punctuation in the text that a grammar leaves unmarked. */
export function markPlain(text: string): string {
  return text.replaceAll(piece, (one) => {
    if (name.test(one)) return markedSpan(one, pseudo.has(one) ? "bp" : "n");
    if (operator.test(one)) return markedSpan(one, "o");
    return punctuation.test(one) ? markedSpan(one, "p") : escapeCode(one);
  });
}
