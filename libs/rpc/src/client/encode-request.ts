import type { Operation, Param, Params } from "@team-chat/contract";
import type { z } from "zod";

type InputOfParam<P> = P extends Param<infer Schema> ? z.input<Schema> : never;
type OptionalNames<P extends Params> = {
  [Name in keyof P]: undefined extends InputOfParam<P[Name]> ? Name : never;
}[keyof P];

/** The parameters that a caller of an operation passes; undefined is not sent. */
export type ParamInputs<P extends Params> = {
  readonly [Name in Exclude<keyof P, OptionalNames<P>>]: InputOfParam<P[Name]>;
} & { readonly [Name in OptionalNames<P>]?: InputOfParam<P[Name]> };

/** A public operation's request as clients send it. */
export interface EncodedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Puts the parameters where the operation takes them: path, query (GET) or form body. */
export function encodeRequest(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
): EncodedRequest {
  const fields = new URLSearchParams();
  let path = operation.path;
  for (const [name, { wire }] of Object.entries(operation.params)) {
    const value = params[name];
    if (value === undefined) continue;
    if (wire === "path")
      path = path.replace(new RegExp(`\\{${name}\\*?\\}`), () => encodeURIComponent(plain(value)));
    else fields.set(name, wire === "json" ? JSON.stringify(value) : plain(value));
  }
  const form = fields.toString();
  if (operation.method === "GET")
    return {
      path: form === "" ? `/api/v1${path}` : `/api/v1${path}?${form}`,
      headers: {},
      body: null,
    };
  return {
    path: `/api/v1${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form,
  };
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
