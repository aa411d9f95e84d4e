import type { ErrorCode } from "@team-chat/errors";
import type { z } from "zod";

import type { OperationScope } from "./api-keys/key-scopes.ts";
import type { Params, ParamValues } from "./param.ts";

export type ServiceName = "gateway" | "messages" | "channels" | "users" | "events" | "webhooks";

/**
 * Callers that an operation accepts: `user` any active account; `human` any account but bots; `optional` also nobody,
 * and the operation decides; `none` whoever it is, since credentials are ignored.
 */
export type Auth = "user" | "human" | "optional" | "none";

/**
 * A successful answer that is no JSON object: a file of one of the media types, which may be asked for in parts, lines
 * that are a JSON object each (NDJSON), or a redirect. `isPrivate` says that the file is not for everybody, and is
 * answered with its name.
 */
export type OtherSuccess =
  | { readonly kind: "file"; readonly types: readonly string[]; readonly isPrivate?: true }
  | { readonly kind: "lines"; readonly line: z.ZodObject }
  | { readonly kind: "redirect" };

export interface Operation<
  P extends Params = Params,
  R extends z.ZodObject = z.ZodObject,
  A extends Auth = Auth,
> {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below `/api/v1`, with `{name}` for path parameters; `{name*}` takes the rest of the path, slashes included. */
  readonly path: string;
  readonly owner: ServiceName;
  readonly auth: A;
  /** Scope without which an API key is refused (docs/behaviour/keys.md#scopes); `any` where `auth` is `none`. */
  readonly scope: OperationScope;
  /** True if keys that are limited to channels may call it: it looks at the limit, or shows and changes nothing. */
  readonly openToChannelKeys?: true;
  /** In the order in which they are validated: the first failure is the one reported. */
  readonly params: P;
  /** Fields beside `result` and `msg`. */
  readonly response: R;
  /** Instead of a JSON object, whose `response` then has no fields. */
  readonly success?: OtherSuccess;
  /** Codes it may answer with, beside those of parameters, authentication and limits (`errorCodesOf`). */
  readonly errors: readonly ErrorCode[];
  /** Description for the API page; the first line is the title. */
  readonly doc: string;
  /** True if incoming-webhook bots may call it (docs/behaviour/bots.md#kinds-of-bots). */
  readonly openToIncomingWebhooks?: boolean;
  /**
   * True if it only reads, and often. The gateway may then carry it out for the probable caller before the caller is
   * proven, and discards the answer of a wrong speculation (docs/adr/0008-speculative-reads.md).
   */
  readonly isSpeculative?: boolean;
  /**
   * Way in which the gateway counts wrong passwords, so that nobody can try them out (docs/subsystems/gateway.md):
   * `login` answers 401 to a wrong one by itself, `old_password` is carried out only when the parameter is right.
   */
  readonly verifiesPassword?: "login" | "old_password";
  /**
   * True if it lets anybody in without a password. Only a gateway in development mode, which only its own machine
   * reaches, passes it on.
   */
  readonly developmentOnly?: true;
  /** Its multipart body brings files, each of at most so many bytes; without it files are skipped. */
  readonly upload?: {
    readonly maxBytes: number;
    /** True if the file may be left out. */
    readonly isOptional?: true;
    /**
     * Handled while its files arrive: for files that are too long to be held in memory. Its parameters are in the query
     * only.
     */
    readonly isStreamed?: true;
  };
}

/** Declares one operation of the public API. */
export function operation<const P extends Params, R extends z.ZodObject, const A extends Auth>(
  declared: Operation<P, R, A>,
): Operation<P, R, A> {
  return declared;
}

/** Parameters that a handler of the operation receives. */
export type InputOf<O> = O extends Operation<infer P> ? ParamValues<P> : never;
/** Answer that a handler of the operation returns. */
export type OutputOf<O> = O extends Operation<Params, infer R> ? z.input<R> : never;
