import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";

import type { default as Katex } from "katex";

const { resolve } = createRequire(import.meta.url);
/** KaTeX warns of every character that its fonts lack; what people write does not belong into our logs. */
const silentConsole = { warn: () => {}, error: () => {} };

/** Reads KaTeX, with a console of its own; takes some ten milliseconds. */
export function loadKatex(): typeof Katex {
  const filename = resolve("katex");
  const source = readFileSync(filename, "utf8");
  const define = compileFunction(source, ["exports", "module", "console"], { filename });
  const loaded: Record<string, unknown> = { exports: {} };
  Reflect.apply(define, undefined, [loaded["exports"], loaded, silentConsole]);
  return loaded["exports"] as typeof Katex;
}
