import { z } from "zod";

/** Accepts a map of at most `limit` entries. */
export function mapUpTo<Key extends z.ZodString, Value extends z.ZodType>(
  limit: number,
  key: Key,
  value: Value,
): z.ZodRecord<Key, Value> {
  return z
    .record(key, value)
    .check(({ issues, value: map }) => {
      if (Object.keys(map).length <= limit) return;
      issues.push({ code: "too_big", origin: "map", maximum: limit, input: map });
    })
    .meta({ maxProperties: limit });
}
