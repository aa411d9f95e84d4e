import { z } from "zod";

import type { Draw } from "../draw.ts";
import type { Seen } from "../seen.ts";

type Params = Readonly<Record<string, unknown>>;

/** Makes parameters for an operation, most of them acceptable. @throws NothingToDraw */
type DrawParams = (draw: Draw, seen: Seen) => Params;

/** Functions that draw parameters of operations, by names in the contract. */
export type Draws = Readonly<Record<string, DrawParams>>;

/** A group-setting value. */
export function drawGroupSetting(draw: Draw, seen: Seen): unknown {
  if (draw.int(3) > 0) return draw.of(seen.groupIds);
  const groups = draw.bool() ? [draw.of(seen.groupIds)] : [];
  return { direct_members: draw.some(seen.userIds, 2), direct_subgroups: groups };
}

/** A value of a setting that its schema takes. */
export function settingValue(draw: Draw, schema: z.ZodType): unknown {
  const inner = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
  if (inner instanceof z.ZodBoolean) return draw.bool();
  if (inner instanceof z.ZodEnum) return draw.of(inner.options);
  for (let tries = 0; tries < 10; tries += 1) {
    const value = draw.int(8);
    if (inner.safeParse(value).success) return value;
  }
  return "x";
}
