import type { Operation } from "@team-chat/contract";

import { factsOf } from "./parameter-facts.ts";
import { pathsOf, shapeOf } from "./shape.ts";

/**
 * Lists everything that the contract says about an operation and that a request can show, each in a few words:
 * `parameter num_before is left out`, `answers BAD_NARROW`, `field messages[].reactions[].emoji_code`.
 */
export function promisesOf(operation: Operation): string[] {
  const parameters = Object.entries(operation.params).flatMap(([name, param]) => {
    const { canBeWrong, isOptional, isPath, values } = factsOf(param);
    return [
      said.given(name),
      ...param.aliases.map((alias) => said.alias(name, alias)),
      ...values.map((value) => said.value(name, value)),
      ...(isPath ? [] : [isOptional ? said.leftOut(name) : said.missing(name)]),
      ...(canBeWrong ? [said.wrong(name)] : []),
    ];
  });
  return [
    "is carried out",
    ...parameters,
    ...operation.errors.map(said.answers),
    ...pathsOf(shapeOf(operation.response)).map(said.field),
  ];
}

/** The words for what can be seen of an operation. */
export const said = {
  given: (name: string) => `parameter ${name} is given`,
  alias: (name: string, alias: string) => `parameter ${name} is given as ${alias}`,
  value: (name: string, value: string) => `parameter ${name} is ${JSON.stringify(value)}`,
  leftOut: (name: string) => `parameter ${name} is left out`,
  missing: (name: string) => `parameter ${name} is missing, which is refused`,
  wrong: (name: string) => `parameter ${name} has a wrong value, which is refused`,
  answers: (code: string) => `answers ${code}`,
  field: (place: string) => `field ${place}`,
} as const;
