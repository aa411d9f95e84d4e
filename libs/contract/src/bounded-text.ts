import { z } from "zod";

/** Text of at most `limit` characters, counted as people and databases do: in code points, of which an emoji is one. */
export function upTo(limit: number, schema = z.string()): z.ZodString {
  return schema
    .check(({ issues, value }) => {
      if (value.length <= limit || [...value].length <= limit) return;
      issues.push({ code: "too_big", origin: "string", maximum: limit, input: value });
    })
    .meta({ maxLength: limit });
}

/** Text that is stripped, not blank and at most `limit` characters long. */
export function boundedText(limit: number): z.ZodString {
  return upTo(limit, z.string().trim().min(1));
}
