import type { Problem } from "../problem.ts";
import { descriptionOf } from "../zod-field.ts";
import { type DeclaredOperation, loadContract } from "./load-contract.ts";

const file = "libs/contract/src/operations.ts";

/**
 * Checks that every operation, parameter and response field of the contract says what it is: the API document is made
 * of it.
 */
export async function checkDescribedOperations(root: string): Promise<Problem[]> {
  const contract = await loadContract(root);
  const operations = contract?.operations ?? [];
  const twins = operations.filter(
    ({ name }, index) => operations.findIndex((other) => other.name === name) !== index,
  );
  return [
    ...twins.map(({ name }) => ({
      file,
      message: `there are two operations ${name}: give one another name`,
    })),
    ...operations.flatMap((operation) =>
      silentParts(operation).map((part) => ({
        file,
        message: `${operation.name}: ${part} has no description: add .describe("…")`,
      })),
    ),
  ];
}

function silentParts({ doc, params, response }: DeclaredOperation): string[] {
  const silentParams = Object.entries(params ?? {})
    .filter(([, { schema }]) => descriptionOf(schema) === "")
    .map(([name]) => `parameter ${name}`);
  const silentFields = Object.entries(response?.shape ?? {})
    .filter(([, schema]) => descriptionOf(schema as Parameters<typeof descriptionOf>[0]) === "")
    .map(([name]) => `response field ${name}`);
  return [...((doc ?? "") === "" ? ["the operation"] : []), ...silentParams, ...silentFields];
}
