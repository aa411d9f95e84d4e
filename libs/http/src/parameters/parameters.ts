import type { Operation } from "@team-chat/contract";

import { slotOf, textOf, valueOf } from "./slot.ts";

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

/** Prepares everything about an operation's parameters that does not depend on the request. */
export function compileParameters(operation: Operation): ParameterBinder {
  const slots = Object.entries(operation.params).map(([name, param]) => slotOf(name, param));
  // The client's name is not a parameter of any operation, but every operation takes it.
  const supported = new Set(["client"]);
  for (const slot of slots)
    if (slot.source === "given")
      for (const name of [slot.name, ...slot.aliases]) supported.add(name);
  return {
    bind(path, given) {
      const input: Record<string, unknown> = {};
      for (const slot of slots)
        input[slot.name] = valueOf(
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
