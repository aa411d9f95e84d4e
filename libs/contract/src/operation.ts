import type { ErrorCode } from "@team-chat/errors";
import type { z } from "zod";

import type { Params, ParamValues } from "./param.ts";

export type ServiceName = "gateway" | "messages" | "channels" | "users" | "events" | "webhooks";

/**
 * Who may call: `user` any active account; `human` any account but bots; `optional` also without credentials, the
 * operation decides; `none` credentials are ignored.
 */
export type Auth = "user" | "human" | "optional" | "none";

/**
 * What an operation answers with when it succeeds and that is no JSON object: a file of one of the media types, which may be asked for in parts, or
 * another address. `isPrivate` says that the file is not for everybody, and is answered with its name.
 */
export type OtherSuccess =
  | { readonly kind: "file"; readonly types: readonly string[]; readonly isPrivate?: true }
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
  /** In the order in which they are validated: the first failure is the one reported. */
  readonly params: P;
  /** Fields beside `result` and `msg`. */
  readonly response: R;
  /** Instead of a JSON object, whose `response` then has no fields. */
  readonly success?: OtherSuccess;
  /** Codes it may answer with, beside those of parameters, authentication and limits (`errorCodesOf`). */
  readonly errors: readonly ErrorCode[];
  /** What it does, for the API page; the first line is the title. */
  readonly doc: string;
  /** Whether incoming-webhook bots may call it (docs/behaviour/bots.md#kinds-of-bots). */
  readonly openToIncomingWebhooks?: boolean;
  /**
   * Whether it only reads, and often: it may be carried out for whom the request probably comes from, and its answer be thrown away when that was wrong
   * (docs/adr/0008-answers-on-a-guess.md).
   */
  readonly askedOnGuess?: boolean;
  /**
   * How the gateway counts wrong passwords given to it, so that nobody can try them out (docs/subsystems/gateway.md):
   * `login` answers 401 to a wrong one by itself, `old_password` is carried out only when the parameter is right.
   */
  readonly verifiesPassword?: "login" | "old_password";
  /** Whether it lets anybody in without a password; only a gateway in development mode, which only its own machine reaches, passes it on. */
  readonly developmentOnly?: true;
  /** Its multipart body brings files, each of at most so many bytes; without it files are skipped. */
  readonly upload?: {
    readonly maxBytes: number;
    /** Whether it goes without. */
    readonly isOptional?: true;
    /** Handled while its files arrive: for files that are too long to be held in memory. Its parameters are in the query only. */
    readonly isStreamed?: true;
  };
}

/** Declares one operation of the public API. */
export function operation<const P extends Params, R extends z.ZodObject, const A extends Auth>(
  declared: Operation<P, R, A>,
): Operation<P, R, A> {
  return declared;
}

/** What a handler of the operation receives. */
export type InputOf<O> = O extends Operation<infer P> ? ParamValues<P> : never;
/** What a handler of the operation returns. */
export type OutputOf<O> = O extends Operation<Params, infer R> ? z.input<R> : never;
