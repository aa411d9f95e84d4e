import type { Param } from "@team-chat/contract";
import type { z } from "zod";

import { innerSchemas } from "./inner-schemas.ts";

/** Possible uses of one parameter, by the contract. */
export interface ParameterFacts {
  readonly isPath: boolean;
  readonly isOptional: boolean;
  /** True if there are texts that are no value of it. */
  readonly canBeWrong: boolean;
  /** All values as they are sent, when there are only a few. */
  readonly values: readonly string[];
}

/** @returns the facts that a parameter's declaration tells */
export function factsOf({ schema, wire }: Param): ParameterFacts {
  // With anything but a number the address is another, which no operation has.
  const isNumberOfPath = wire === "path" && schema.safeParse(7).success;
  return {
    isPath: wire === "path",
    isOptional: schema.safeParse(undefined).success,
    canBeWrong:
      wire === "json" ||
      (!isNumberOfPath && oddTexts.some((text) => !schema.safeParse(text).success)),
    values: [...new Set(valuesOf(schema))],
  };
}

const oddTexts = ["", "\u0000", "no value that anything takes", "x".repeat(100_000)];

function valuesOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "boolean":
      return ["true", "false"];
    case "enum":
      return Object.values(def.entries).map(String);
    case "literal":
      return def.values.map(String);
    default:
      return innerSchemas(schema).flatMap(valuesOf);
  }
}
