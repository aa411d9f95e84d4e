import type {
  Auth,
  InternalOperation,
  Operation,
  OutputOf,
  Params,
  ParamValues,
} from "@team-chat/contract";
import type { Caller, Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { FileAnswer } from "../answers/file-answer.ts";
import type { LinesAnswer } from "../answers/lines-answer.ts";
import type { RedirectAnswer } from "../answers/redirect-answer.ts";
import type { RenderedFields } from "../answers/rendered-fields.ts";
import type { ArrivingFiles } from "../parameters/arriving-form.ts";
import type { UploadedFile } from "../parameters/multipart.ts";

/** A request without credentials. */
export type Anonymous = Extract<Identity, { kind: "anonymous" }>;

/** Caller that a handler receives, by the operation's `auth`. */
export type CallerFor<A extends Auth> = A extends "user" | "human"
  ? Caller
  : A extends "none"
    ? Anonymous
    : Caller | Anonymous;

/** Facts about the request that are not parameters. */
export interface RequestFacts {
  readonly requestId: string;
  readonly userAgent: string | undefined;
  /** The header Idempotency-Key: names an attempt that may be repeated. */
  readonly idempotencyKey: string | undefined;
  /** A header that was sent once; names in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Files of a multipart body, in their order; none unless the operation takes whole uploads. */
  readonly files: readonly UploadedFile[];
  /** Files as they arrive, for operations that ask for that; empty for others. */
  readonly arriving: ArrivingFiles;
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
}

/** An operation of the public API bound to the function that carries it out. */
export interface Route<Ctx> {
  readonly operation: Operation;
  readonly handle: (call: {
    readonly ctx: Ctx;
    readonly caller: Caller | Anonymous;
    readonly input: Record<string, unknown>;
    readonly request: RequestFacts;
  }) => Promise<object> | object;
}

/** A call between our services bound to the function that answers it. */
export interface InternalRoute<Ctx> {
  readonly operation: InternalOperation;
  readonly handle: (ctx: Ctx, identity: Identity, input: unknown) => Promise<unknown>;
}

/** Result of a handler: the answer's fields, their finished JSON text, a file, lines, or a redirect. */
type Given<Output> = Output | RenderedFields | FileAnswer | LinesAnswer | RedirectAnswer;
type Answer<Output> = Promise<Given<Output>> | Given<Output>;

/** Binds a public operation; the handler never sees requests or responses. */
export function route<Ctx, P extends Params, R extends z.ZodObject, A extends Auth>(
  operation: Operation<P, R, A>,
  handler: (
    ...call: [ctx: Ctx, caller: CallerFor<A>, input: ParamValues<P>, request: RequestFacts]
  ) => Answer<OutputOf<Operation<P, R, A>>>,
): Route<Ctx> {
  return {
    operation,
    // The binder has checked the caller against `auth` and the input against `params` before it calls.
    handle: ({ ctx, caller, input, request }) =>
      handler(ctx, caller as CallerFor<A>, input as ParamValues<P>, request),
  };
}

/** Binds an internal operation. */
export function internalRoute<Ctx, I extends z.ZodType, O extends z.ZodType>(
  operation: InternalOperation<I, O>,
  handler: (ctx: Ctx, identity: Identity, input: z.output<I>) => Promise<z.input<O>> | z.input<O>,
): InternalRoute<Ctx> {
  return {
    operation,
    handle: async (ctx, identity, input) => handler(ctx, identity, input as z.output<I>),
  };
}
