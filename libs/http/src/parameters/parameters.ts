import type { Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

import { compileDecode, type Decode, isNumericPath } from "./decode.ts";
import { refuseNullBytes } from "./null-bytes.ts";
import { type GreatestLength, greatestLength } from "./schema-facts.ts";
import { parseOptions, refusal, tooManyItems } from "./validation-text.ts";

/** Parameters of the body and the query by name, as text; the body's win. */
export type GivenParameters = ReadonlyMap<string, string>;

export interface ParameterBinder {
  /**
   * Checks the parameters in the order of their declaration.
   * @throws the first failure, with the codes and texts of docs/behaviour/api.md#refused-values
   */
  bind(path: Readonly<Record<string, string>>, given: GivenParameters): Record<string, unknown>;
  /** Lists names given but not supported, sorted; undefined when there are none. */
  ignored(given: GivenParameters): string[] | undefined;
}

interface Slot {
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

/** Prepares everything about an operation's parameters that does not depend on the request. */
export function compileParameters(operation: Operation): ParameterBinder {
  const slots = Object.entries(operation.params).map(([name, param]): Slot => {
    const pathSource = isNumericPath(param) ? "numeric path" : "path";
    const source = param.wire === "path" ? pathSource : "given";
    return {
      name,
      aliases: param.aliases,
      source,
      schema: param.schema,
      decode: compileDecode(name, param),
      longest: greatestLength(param.schema),
      absent: absentValue(param.schema),
    };
  });
  // The client's name is not a parameter of any operation, but every operation takes it.
  const supported = new Set(["client"]);
  for (const slot of slots)
    if (slot.source === "given")
      for (const name of [slot.name, ...slot.aliases]) supported.add(name);
  return {
    bind(path, given) {
      const input: Record<string, unknown> = {};
      for (const slot of slots)
        input[slot.name] = bindOne(
          slot,
          slot.source === "given" ? textOf(slot, given) : path[slot.name],
        );
      return input;
    },
    ignored(given) {
      let names: string[] | undefined;
      for (const name of given.keys()) if (!supported.has(name)) (names ??= []).push(name);
      return names?.toSorted();
    },
  };
}

/** Undefined where it is refused, or is an object, of which every request has its own. */
function absentValue(schema: z.ZodType): Slot["absent"] {
  const result = schema.safeParse(undefined);
  if (!result.success || (typeof result.data === "object" && result.data !== null))
    return undefined;
  return { value: result.data };
}

function textOf(slot: Slot, given: GivenParameters): string | undefined {
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

function bindOne(slot: Slot, text: string | undefined): unknown {
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

/** Largest number of parameters in one part of a request; more look like an attack rather than a form. */
export const maxFields = 1000;

/** Refuses a request with more than `maxFields` parameters. */
export function tooManyParameters(): AppError {
  return new AppError("BAD_REQUEST", `A request has at most ${maxFields} parameters.`);
}
