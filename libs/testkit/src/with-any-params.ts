import type { Operation, Params } from "@team-chat/contract";
import type { z } from "zod";

/** Returns the operation, to be asked with parameters of any types: as clients do that are to be refused. */
export function withAnyParams<R extends z.ZodObject>(
  operation: Operation<Params, R>,
): Operation<Params, R> {
  return operation;
}
