import { isDeepStrictEqual } from "node:util";

import type { Operation } from "@team-chat/contract";
import type { AppError, ErrorCode } from "@team-chat/errors";
import { z } from "zod";

/** An answer that the contract does not allow: a mistake of ours, made visible in tests. */
export class ContractBreach extends Error {
  override readonly name = "ContractBreach";
}

/** Codes of parameters, authentication and limits, which every operation may answer with. */
const generalCodes: ReadonlySet<ErrorCode> = new Set([
  "BAD_REQUEST",
  "REQUEST_VARIABLE_MISSING",
  "REQUEST_VARIABLE_INVALID",
  "REQUEST_CONFUSING_VAR",
  "UNAUTHORIZED",
  "REQUEST_TOO_LARGE",
  "RATE_LIMIT_HIT",
  "SERVICE_UNAVAILABLE",
]);

/** @throws ContractBreach when the operation does not declare the code */
export function checkErrorCode(operation: Operation, error: AppError): void {
  if (generalCodes.has(error.code) || operation.errors.includes(error.code)) return;
  throw new ContractBreach(
    `${operation.name} answered ${error.code}, which its contract does not list.`,
    { cause: error },
  );
}

/** @throws ContractBreach when a value does not match its schema, or has fields that the schema does not know */
export function checkOutput(name: string, schema: z.ZodType, output: unknown): void {
  const plain: unknown = JSON.parse(JSON.stringify(output ?? null));
  const result = schema.safeParse(plain);
  if (!result.success)
    throw new ContractBreach(
      `${name} answered against its contract: ${z.prettifyError(result.error)}`,
    );
  const known: unknown = JSON.parse(JSON.stringify(result.data ?? null));
  if (isDeepStrictEqual(known, plain)) return;
  throw new ContractBreach(
    `${name} answered fields that its contract does not declare: ${firstDifference(plain, known, "")}`,
  );
}

function firstDifference(given: unknown, known: unknown, at: string): string {
  if (typeof given !== "object" || given === null || typeof known !== "object" || known === null)
    return at;
  const knownFields = new Map(Object.entries(known));
  const name = Object.entries(given).find(
    ([key, value]) => !isDeepStrictEqual(value, knownFields.get(key)),
  );
  return name === undefined
    ? at
    : firstDifference(name[1], knownFields.get(name[0]), `${at}/${name[0]}`);
}
