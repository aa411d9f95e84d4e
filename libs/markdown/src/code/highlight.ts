import { createRequire } from "node:module";

import { escapeCode } from "../html.ts";
import { markPlain } from "./mark-plain.ts";
import { markedSpan } from "./marked-span.ts";
import { pygmentsClass } from "./pygments-class.ts";

const load = createRequire(import.meta.url);

/** Part of highlight.js that we use. Its own types would bring those of browsers into the whole program. */
interface Highlighter {
  newInstance(): Highlighter;
  getLanguage(name: string): unknown;
  registerLanguage(name: string, grammar: unknown): void;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
}

/** Grammars of code that is written within other code. */
const embedded: Readonly<Record<string, readonly string[]>> = {
  xml: ["css", "javascript"],
  markdown: ["xml"],
  handlebars: ["xml"],
  django: ["xml"],
  twig: ["xml"],
  dockerfile: ["bash"],
  php: ["xml"],
  "python-repl": ["python"],
};
/** Languages of which unmarked text consists of words and punctuation as well. */
const prose = new Set([
  "markdown",
  "latex",
  "diff",
  "xml",
  "http",
  "properties",
  "ini",
  "yaml",
  "dockerfile",
  "makefile",
  "nginx",
  "apache",
  "gherkin",
  "django",
  "twig",
  "handlebars",
  "dos",
  "vim",
]);
/** HTML longer than this many times the code, and a bit, is not worth it. */
const maxGrowth = 20;
const allowance = 5000;

let highlighter: Highlighter | undefined;

/** Reads the highlighter and a grammar, if that has not happened yet: outside of what has limited time. */
export function prepareGrammar(grammar: string): Highlighter {
  const marks = (highlighter ??= (load("highlight.js/lib/core") as Highlighter).newInstance());
  if (marks.getLanguage(grammar)) return marks;
  for (const name of [grammar, ...(embedded[grammar] ?? [])])
    marks.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));
  // The first use of a grammar compiles it.
  marks.highlight("", { language: grammar, ignoreIllegals: true });
  return marks;
}

/**
 * Code with spans of the short classes of Pygments; null when it grows out of proportion. The highlighter and each
 * grammar are read when they are first needed. Its time is not bounded by the length of the code, so that the caller
 * must limit it.
 */
export function highlight(code: string, grammar: string): string | null {
  const marks = prepareGrammar(grammar);
  const { value } = marks.highlight(code, { language: grammar, ignoreIllegals: true });
  const html = translate(value, !prose.has(grammar));
  return html.length > code.length * maxGrowth + allowance ? null : html;
}

/** Forgets a highlighter that was broken off at some place, with grammars that it may have been reading. */
export function forgetHighlighter(): void {
  highlighter = undefined;
}

const part = /<span class="([^"]*)">|<\/span>|([^<]+)/g;

/** Translates the highlighter's spans, which nest, into a flat row of those that clients style. */
function translate(marked: string, isCode: boolean): string {
  const open: string[][] = [];
  let html = "";
  for (const [tag, scope, escaped] of marked.matchAll(part)) {
    if (scope !== undefined) open.push(scopesOf(scope));
    else if (tag === "</span>") open.pop();
    else html += mark(unescape(escaped ?? ""), open, isCode);
  }
  return html;
}

function scopesOf(classes: string): string[] {
  return classes.split(" ").map((one) => one.replace(/^hljs-/, ""));
}

function mark(text: string, open: readonly (readonly string[])[], isCode: boolean): string {
  for (const scopes of open.toReversed()) {
    if (scopes[0] === "subst") break;
    const name = pygmentsClass(scopes, text);
    if (name !== null) return markedSpan(text, name);
  }
  return isCode ? markPlain(text) : escapeCode(text);
}

const references: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function unescape(escaped: string): string {
  return escaped.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (one) => references[one] ?? one);
}
