import type { z } from "zod";

/** Rights that a key of an operator may have. */
export const operatorScopes = ["read", "write", "secrets"] as const;

export type OperatorScope = (typeof operatorScopes)[number];

/** One request of the operator's interface, below `/operator/v1` (docs/hosting.md#operators-interface). */
export interface OperatorOperation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH";
  /** Has at most the parameter `{organization_id}`. */
  readonly path: string;
  readonly scope: OperatorScope;
  /** The query of a GET and of what takes bytes, the body of any other request. */
  readonly input: I;
  readonly output: O;
  /** List of the output that is sent as comma-separated values when the input says `"format": "csv"`. */
  readonly csv?: { readonly rows: string; readonly columns: readonly string[] };
  /** Media type of the file that is answered instead of the output. */
  readonly file?: string;
  /** Body of bytes that it takes, instead of JSON. */
  readonly takes?: { readonly type: string; readonly maxBytes: number };
  readonly doc: string;
}

/** Declares one operation of the operator's interface. */
export function operatorOperation<I extends z.ZodObject, O extends z.ZodObject>(
  declared: OperatorOperation<I, O>,
): OperatorOperation<I, O> {
  return declared;
}
