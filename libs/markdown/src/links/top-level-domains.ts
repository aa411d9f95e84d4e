import { createRequire } from "node:module";

import type tlds from "tlds";

const load = createRequire(import.meta.url);

/** More often the ending of a file's name than of a host's. */
const fileEndings = new Set(["java", "md", "mov", "py", "zip"]);

let known: ReadonlySet<string> | undefined;

/** Tells whether a host may end with this label, in lower case; the list is read when it is first needed. */
export function isTopLevelDomain(label: string): boolean {
  known ??= new Set((load("tlds") as typeof tlds).filter((one) => !fileEndings.has(one)));
  return known.has(label);
}
