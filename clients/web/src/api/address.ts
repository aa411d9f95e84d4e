import type { InputOf, Operation, Params } from "@team-chat/contract";
import type { z } from "zod";

/** Address of an operation; `tests/operations.test.ts` holds each against the contract, from which the types are. */
export interface Address<O extends Operation = Operation> {
  readonly method: Operation["method"];
  readonly path: string;
  /** Exists for types alone. */
  readonly operation?: O;
}

type ValueOf<P> = P extends { readonly schema: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;
type Optional<P extends Params> = {
  [Name in keyof P]: undefined extends ValueOf<P[Name]> ? Name : never;
}[keyof P];

/** Parameters that an operation takes. */
export type Given<O> =
  O extends Operation<infer P>
    ? { readonly [Name in Exclude<keyof P, Optional<P>>]: ValueOf<P[Name]> } & {
        readonly [Name in Optional<P>]?: ValueOf<P[Name]>;
      }
    : InputOf<O>;

/** Answer of an operation. */
export type Answer<O> = O extends Operation<Params, infer R> ? z.output<R> : never;

/** Names the address of an operation. */
export function at<O extends Operation>(method: Operation["method"], path: string): Address<O> {
  return { method, path };
}
