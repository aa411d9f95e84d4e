import { z } from "zod";

import type { ServiceName } from "./operation.ts";

/** Finished bytes, in as many pieces as they came or were made in. */
export type Bytes = readonly Uint8Array[];

/**
 * A call from one of our services to another: JSON both ways, `POST /internal/<name>`, never reachable through the
 * gateway.
 */
export interface InternalOperation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly owner: ServiceName;
  readonly input: I;
  readonly output: O;
  readonly doc: string;
  /** True if it changes nothing, so that another process may be asked when the first one is lost meanwhile. */
  readonly onlyReads?: boolean;
  /** True if the output has `bytes`, which are sent behind its JSON as they are. */
  readonly carriesBytes?: boolean;
}

/** Declares one internal operation. */
export function internalOperation<I extends z.ZodType, O extends z.ZodType>(
  declared: InternalOperation<I, O>,
): InternalOperation<I, O> {
  return declared;
}

/** The field of an output that travels as it is. */
export const bytesField = z.custom<Bytes>(
  (value) => Array.isArray(value) && value.every((piece) => piece instanceof Uint8Array),
);

/**
 * An object of whatever fields, which is taken as it was read. `z.record` copies it field by field, and the copy takes
 * seven times the memory (1,600 bytes for 27 settings), because V8 makes a hash table of what grows in that way.
 */
export const openRecord = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  )
  .meta({ type: "object", additionalProperties: {} });
