import type { PluralForms } from "@team-chat/html";

import { refusalsEn } from "./refusals-en.ts";
import type { Voice } from "./voice.ts";

export type RefusalName = keyof typeof refusalsEn;

interface RefusalForm {
  readonly name: RefusalName;
  readonly form: RegExp;
}

/** Those without places first: what stands at a place may be anything. */
const known: readonly RefusalForm[] = Object.entries<string | PluralForms>(refusalsEn)
  .flatMap(([name, text]) =>
    (typeof text === "string" ? [text] : Object.values(text)).map((words) => ({ name, words })),
  )
  .toSorted((a, b) => Number(a.words.includes("{")) - Number(b.words.includes("{")))
  .flatMap(({ name, words }) =>
    isName(name) ? [{ name, form: new RegExp(`^${patternOf(words)}$`, "s") }] : [],
  );

function isName(name: string): name is RefusalName {
  return Object.hasOwn(refusalsEn, name);
}

function patternOf(words: string): string {
  return words
    .split(/\{(\w+)\}/)
    .map((part, at) =>
      at % 2 === 1 ? `(?<${part}>.+)` : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`),
    )
    .join("");
}

/** Refusal in the language of a page, by a regular expression of what services say without a full stop at the end. */
export type RefusalText = readonly [form: string, text: string];

/** Returns what scripts of a page need to say refusals in its language; nothing in English, in which they come. */
export function refusalTexts(
  { texts }: Voice,
  names: readonly RefusalName[],
): readonly RefusalText[] {
  return known.flatMap(({ form, name }): readonly RefusalText[] => {
    const text = texts.refusals[name];
    const isWanted = names.includes(name) && typeof text === "string";
    return isWanted && text !== refusalsEn[name] ? [[form.source, text]] : [];
  });
}

/**
 * Says in the language of a page why something is refused: services say it in English, as the API does. What is not
 * known here stays as it is (docs/behaviour/languages.md#refusals).
 */
export function sayRefusal({ say, texts }: Voice, problem: string): string {
  const isSentence = problem.endsWith(".");
  const words = isSentence ? problem.slice(0, -1) : problem;
  for (const { form, name } of known) {
    const found = form.exec(words);
    if (found === null) continue;
    const { n = 1, ...values } = { ...found.groups };
    return `${say(texts.refusals[name], { ...values, n: Number(n) })}${isSentence ? "." : ""}`;
  }
  return problem;
}
