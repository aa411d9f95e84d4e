import type { Problem } from "../problem.ts";
import { lineAt, readTexts } from "../source-files.ts";

/** A numbered section, and documents from which the product was written. */
const outside = /\u00a7|(?<![\w/.-])reference\/|\bapi-spec\b/g;

/** Nothing names a document that is not in the repository, or the number of a section. */
export function checkOutsideDocuments(root: string): Problem[] {
  return readTexts(root).flatMap(({ path, text }) =>
    [...text.matchAll(outside)].map((match) => ({
      file: path,
      line: lineAt(text, match.index),
      message: `"${match[0]}" names no section of the repository: say it in docs/behaviour and name that section`,
    })),
  );
}
