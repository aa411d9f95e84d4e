import { z } from "zod";

import { textLimits } from "./limits.ts";

/**
 * Accepts text of at most `limit` characters, counted as people and databases do: in code points, of which an emoji is
 * one. `message` is the refusal of a longer one.
 */
export function upTo(limit: number, schema = z.string(), message?: string): z.ZodString {
  return schema
    .check(({ issues, value }) => {
      // A character is one or two units long: to count those of a text of a megabyte takes 20 ms.
      const { length } = value;
      if (length <= limit || (length <= 2 * limit && [...value].length <= limit)) return;
      if (message === undefined)
        issues.push({ code: "too_big", origin: "string", maximum: limit, input: value });
      else issues.push({ code: "custom", params: { message }, input: value });
    })
    .meta({ maxLength: limit });
}

/** Accepts text that is stripped, not blank and at most `limit` characters long. */
export function boundedText(limit: number): z.ZodString {
  return upTo(limit, z.string().trim().min(1));
}

/** A keyword, code or id in form of a text. */
export const keyword = upTo(textLimits.keyword);
/** A name, address or part of a path that is looked up. */
export const line = upTo(textLimits.line);
/** A topic, description or another text that may be long, or is cut. */
export const longText = upTo(textLimits.text);
/** The name of a person or bot. */
export const fullName = upTo(textLimits.fullName, z.string().trim(), "Name too long!");
