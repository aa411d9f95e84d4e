import type { Param } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

import { compileDecode, type Decode, isNumericPath } from "./decode.ts";
import { refuseNullBytes } from "./null-bytes.ts";
import { type GreatestLength, greatestLength } from "./schema-facts.ts";
import { parseOptions, refusal, tooManyItems } from "./validation-text.ts";

/** One parameter of an operation, prepared. */
export interface Slot {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly source: "path" | "numeric path" | "given";
  readonly schema: z.ZodType;
  readonly decode: Decode;
  /** Longer lists are refused before their items are looked at, which costs more than all else of a request. */
  readonly longest: GreatestLength | undefined;
  /** The value when it is not given, where that is always the same: most parameters of most requests are left out. */
  readonly absent: { readonly value: unknown } | undefined;
}

/** Prepares everything about a parameter that does not depend on the request. */
export function slotOf(name: string, param: Param): Slot {
  const pathSource = isNumericPath(param) ? "numeric path" : "path";
  const { aliases, schema } = param;
  return {
    name,
    aliases,
    source: param.wire === "path" ? pathSource : "given",
    schema,
    decode: compileDecode(name, param),
    longest: greatestLength(schema),
    absent: absentValue(schema),
  };
}

/** Undefined where it is refused, or is an object, of which every request has its own. */
function absentValue(schema: z.ZodType): Slot["absent"] {
  const result = schema.safeParse(undefined);
  if (!result.success || (typeof result.data === "object" && result.data !== null))
    return undefined;
  return { value: result.data };
}

/** Returns what was given under any of the names. @throws REQUEST_CONFUSING_VAR for two of them */
export function textOf(slot: Slot, given: ReadonlyMap<string, string>): string | undefined {
  if (slot.aliases.length === 0) return given.get(slot.name);
  const [first, second] = [slot.name, ...slot.aliases].filter((name) => given.has(name));
  if (first === undefined) return undefined;
  if (second === undefined) return given.get(first);
  throw new AppError(
    "REQUEST_CONFUSING_VAR",
    `Can't decide between '${first}' and '${second}' arguments`,
    {
      details: { var_name1: first, var_name2: second },
    },
  );
}

/** Checks one parameter. @throws the refusal of docs/behaviour/api.md#refused-values */
export function valueOf(slot: Slot, text: string | undefined): unknown {
  const value = text === undefined ? undefined : slot.decode(text);
  if (value === undefined && slot.absent !== undefined) return slot.absent.value;
  const { longest } = slot;
  if (longest && Array.isArray(value) && value.length > longest.items)
    throw new AppError("BAD_REQUEST", longest.message ?? tooManyItems(slot.name, longest.items));
  const result = slot.schema.safeParse(value, parseOptions);
  if (result.success) {
    // The schema comes first: it may have its own text for this.
    if (text !== undefined) refuseNullBytes(slot.name, text, value);
    return result.data;
  }
  if (value === undefined) {
    throw new AppError("REQUEST_VARIABLE_MISSING", `Missing '${slot.name}' argument`, {
      details: { var_name: slot.name },
    });
  }
  if (slot.source === "numeric path")
    throw new AppError("NOT_FOUND", "There is nothing at this address.");
  throw refusal(slot.name, result.error);
}
