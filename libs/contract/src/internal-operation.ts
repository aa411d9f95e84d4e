import type { z } from "zod";

import type { ServiceName } from "./operation.ts";

/** A call from one of our services to another: JSON both ways, `POST /internal/<name>`, never reachable through the gateway. */
export interface InternalOperation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  readonly owner: ServiceName;
  readonly input: I;
  readonly output: O;
  readonly doc: string;
}

/** Declares one internal operation. */
export function internalOperation<I extends z.ZodType, O extends z.ZodType>(
  declared: InternalOperation<I, O>,
): InternalOperation<I, O> {
  return declared;
}
