import type { Context } from "./context.ts";
import { linkifierSize } from "./links/linkifiers.ts";

/** Texts of this length without what is sought below take two milliseconds at most. */
const lightChars = 1000;
/** Code and formulas may take time out of proportion. */
const marked = /```|~~~|\$\$/;
/** The second line of a table. The missing cells of its rows are filled up, so that it may be much longer as HTML. */
const tabular = /^[ >\t]*[|:-][ \t|:-]*$/m;
/** Code by indentation, which is of the organization's language if it has one. */
const indented = / {4}|\t/;
/** Of characters times instructions of patterns, which is what finding takes: a few milliseconds. */
const maxSteps = 500_000;

/** Tells whether rendering certainly takes little time, so that it needs no limit. */
export function isLight(
  content: string,
  { linkifiers, defaultCodeLanguage }: Pick<Context, "linkifiers" | "defaultCodeLanguage">,
): boolean {
  if (content.length > lightChars || marked.test(content)) return false;
  if (content.includes("|") && tabular.test(content)) return false;
  if (defaultCodeLanguage !== null && indented.test(content)) return false;
  return linkifiers.length === 0 || content.length * linkifierSize(linkifiers) <= maxSteps;
}
