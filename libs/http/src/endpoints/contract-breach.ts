import { isDeepStrictEqual } from "node:util";

import { answersOf, errorCodesOf, isOfType, type Operation } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { z } from "zod";

import type { Answer } from "../answers/answer.ts";

/** An answer that the contract does not allow: a mistake of ours, made visible in tests. */
export class ContractBreach extends Error {
  override readonly name = "ContractBreach";
}

/** Returns the error, or the breach that it is when the operation is not described as answering with its code. */
export function describedError(operation: Operation, error: unknown): unknown {
  if (!(error instanceof AppError) || errorCodesOf(operation).includes(error.code)) return error;
  return new ContractBreach(
    `${operation.name} answered ${error.code}, which its contract does not list.`,
    { cause: error },
  );
}

/**
 * @throws ContractBreach when the operation is not described as answering with the status, media type and headers when
 * it succeeds
 */
export function checkSuccess(operation: Operation, { headers, status }: Answer): void {
  const described = answersOf(operation).find((one) => one.status === status);
  if (described === undefined)
    throw new ContractBreach(`${operation.name} answered ${status}, which its contract lacks.`);
  const sent = new Map<string, string>();
  for (const [at, name] of headers.entries())
    if (at % 2 === 0) sent.set(name, headers[at + 1] ?? "");
  const type = sent.get("Content-Type");
  const isDescribed =
    type === undefined ? described.types.length === 0 : isOfType(type, described.types);
  if (!isDescribed)
    throw new ContractBreach(
      `${operation.name} answered ${status} of type ${type ?? "none"}, which its contract lacks.`,
    );
  const missing = described.headers.find((name) => !sent.has(name));
  if (missing !== undefined)
    throw new ContractBreach(`${operation.name} answered ${status} without the header ${missing}.`);
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
