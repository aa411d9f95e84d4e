import type { Readable } from "node:stream";

import type { Bytes } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { Cost } from "@team-chat/work";

/** A request as endpoints see it, whichever transport it came by. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** True if it has a body that is not empty. */
  readonly hasBody: boolean;
  /** Aborted when whoever asked goes away before the answer. */
  readonly signal: AbortSignal;
  /**
   * Returns a header that is sent at most once, by its name in lower case; a list of several is no valid value of any
   * of ours.
   */
  header(name: string): string | undefined;
  /** Tells who asks. @throws UNAUTHORIZED when that is not proven */
  identity(): Identity;
  /** Returns the organization that is asked for; undefined when that is not proven. */
  realmId(): number | undefined;
  /**
   * Returns the whole body, or a promise of what is still to come of it.
   * @throws REQUEST_TOO_LARGE; BAD_REQUEST when the client goes away in the middle
   */
  body(maxBytes: number): Buffer | Promise<Buffer>;
  /** Returns the body as it arrives, instead of `body`. */
  stream(): Readable;
}

/** A long body of an answer that is read while it is sent. */
export interface AnswerStream {
  /** In bytes. */
  readonly length: number;
  /** Returns all bytes, once. @throws what their source throws, and when it ends early */
  bytes(): AsyncIterable<Uint8Array>;
  /** Lets go of the source: nobody wants the bytes, or any more of them. */
  cancel(): Promise<void>;
}

/** An answer of an endpoint, whichever transport takes it. */
export interface Answer<Stream extends AnswerStream = AnswerStream> {
  readonly status: number;
  /** Names and values in turn, without those that follow from the body's length. */
  readonly headers: readonly string[];
  readonly body: Bytes;
  /** Instead of `body`, when that is too long to be held in memory. Whoever gets the answer reads it or cancels it. */
  readonly stream?: Stream;
  /** Time that the request took until then, here and elsewhere; absent when nobody has measured it. */
  readonly cost?: Cost;
}

/** Answers a request; never rejects. */
export type Dispatch = (request: IncomingRequest) => Promise<Answer>;

/** Tells the version that a realm's data have after this call; null when it cannot be told. Never rejects. */
export type VersionOf = (realmId: number) => Promise<number | null>;

/** Headers that say that an answer must be asked for anew each time. */
export const neverKept = [
  "Cache-Control",
  "max-age=0, no-cache, no-store, must-revalidate, private",
  "Expires",
  "Thu, 01 Jan 1970 00:00:00 GMT",
] as const;

/** The headers of every JSON answer. The protocol leaves them out, so they are part of its version. */
export const jsonHeaders: readonly string[] = [
  "Content-Type",
  "application/json",
  "X-Content-Type-Options",
  "nosniff",
  ...neverKept,
];

/** Returns the organization of whoever asks, unless that is one of our services. */
export function realmOf(identity: Identity): number | undefined {
  return identity.kind === "service" ? undefined : identity.realm?.id;
}

const mebibyte = 1024 * 1024;

/** Refuses a body that is longer than allowed. */
export function tooLarge(maxBytes: number): AppError {
  const megabytes = Number((maxBytes / mebibyte).toFixed(1));
  return new AppError("REQUEST_TOO_LARGE", `The request body is larger than ${megabytes} MB.`);
}
