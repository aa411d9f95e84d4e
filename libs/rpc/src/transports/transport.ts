import type { Readable } from "node:stream";

import type { Cost } from "@team-chat/work";

import type { BegunAnswer, RequestHead } from "../protocol.ts";
import type { CallFailure } from "./call-failure.ts";

/** Time limits of a call in ms; 0 for no limit. */
export interface CallLimits {
  /** Longest wait for the head of the answer, from when the request is sent. */
  readonly headersTimeoutMs: number;
  /** Longest silence within an answer of which more is wanted. */
  readonly bodyTimeoutMs: number;
}

/** A request that was handed to a transport. */
export interface Call {
  /** Asks for one more piece of the answer. */
  more(): void;
  /** Gives the call up: the receiver hears nothing further, and the server is told that nobody waits. */
  abandon(): void;
}

/**
 * Hears what becomes of a call: `failed`, or `begun` and then every further piece, or `failed` after some of them. Must
 * not throw.
 */
export interface AnswerReceiver {
  /** Hears before the answer what the request has taken, from services that tell it. */
  costed?(cost: Cost): void;
  /** Passes on the answer's first bytes, which are its whole body when `isWhole`. */
  begun(call: Call, answer: BegunAnswer, isWhole: boolean): void;
  /** Further pieces come for each `call.more()`, due once for each piece that is done with, the first one included. */
  piece(call: Call, bytes: Buffer, isLast: boolean): void;
  failed(error: CallFailure): void;
}

/** The body of a request; null for none. */
export type RequestBody = Uint8Array | Readable | null;

export interface AnswerOptions {
  readonly receiver: AnswerReceiver;
  readonly limits: CallLimits;
}

/**
 * Carries calls to one process of a service, whether over the network or within this process; callers need not know
 * which.
 */
export interface Transport {
  /** True while requests can be sent. */
  readonly ready: boolean;
  /** True from when the process was lost or said that it stops until it is reached again: others are asked first. */
  readonly away: boolean;
  /** Tells whether it carries requests with this method and a body of so many bytes, `Infinity` for a stream. */
  carries(method: string, bodyBytes: number): boolean;
  /** Sends a request that it carries, or has it wait for its turn. Only while `ready`. */
  request(head: RequestHead, body: RequestBody, answer: AnswerOptions): Call;
  /**
   * Asks for the version that the service's data of a realm had after this call; null when the service does not answer
   * such questions, or went away. Only while `ready`.
   * @throws CallFailure when it does not answer in time
   */
  version(realmId: number, timeoutMs: number): Promise<number | null>;
  /**
   * Connects now rather than later, unless the process was found to serve HTTP only. Resolves when the connection can
   * be used, came to nothing or takes long; undefined while none is made.
   */
  connect(): Promise<void> | undefined;
  /** Notes that the process could not be reached in another way. */
  missed(): void;
  /** Connects at once, if it does not already: the process is said to be there. */
  reach(): void;
  /** Takes no further requests and lets those under way finish. */
  retire(): void;
  /** Gives up the transport for good, and what is under way with it. */
  close(): void;
}
