import type * as contract from "@team-chat/contract";
import type { z } from "zod";

import type { Context } from "../context.ts";

/** One request of the operator's interface, of which key and input are checked. */
interface OperatorRequest<Input> {
  /** Notes in each transaction what is done. */
  readonly ctx: Context;
  /** The organization of the path; 0 for none. */
  readonly realmId: number;
  readonly input: Input;
  /** Body of what takes bytes; else empty. */
  readonly bytes: Buffer;
  /** Name of the operator's key. */
  readonly keyName: string;
}

/** Joins an operation of the operator's interface with what carries it out. */
export interface OperatorRoute {
  readonly operation: contract.OperatorOperation;
  readonly handle: (request: OperatorRequest<unknown>) => Promise<object>;
}

/** Makes a route that parses what it is given. */
export function route<I extends z.ZodObject, O extends z.ZodObject>(
  operation: contract.OperatorOperation<I, O>,
  handle: (request: OperatorRequest<z.output<I>>) => Promise<z.input<O>>,
): OperatorRoute {
  const parsing = ({ input, ...rest }: OperatorRequest<unknown>) =>
    handle({ ...rest, input: operation.input.parse(input) });
  return { operation, handle: parsing };
}
