import { z } from "zod";

/**
 * Characters that no name may have: control characters and line breaks, halves of surrogate pairs, code points that are
 * no characters, and those that turn the direction of the text around them (embeddings, overrides, isolates).
 */
const forbidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u206F]/u;

/**
 * Anything that is seen. Joiners, direction marks, fillers and the empty braille pattern are not; beside letters they
 * are fine.
 */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Finds the first character that a name seen by others may not have, counted in characters from 1; also 1 when nothing
 * of the name is visible. Null when the name is fine, or empty.
 */
export function badCharacterIn(name: string): number | null {
  if (name === "") return null;
  if (forbidden.test(name)) return [...name].findIndex((one) => forbidden.test(one)) + 1;
  return visible.test(name) ? null : 1;
}

/** Accepts a text that others see as a name; the refusal calls it `parameter`. */
export function visibleName(parameter: string, schema: z.ZodString = z.string()): z.ZodString {
  return schema.check(({ issues, value }) => {
    const position = badCharacterIn(value);
    if (position === null) return;
    const message = `Invalid character in ${parameter}, at position ${position}.`;
    issues.push({ code: "custom", params: { message }, input: value });
  });
}
