import type { IncomingRequest } from "@team-chat/rpc";

import type { Answer } from "../answers/answer.ts";

/** A request to one operation. */
export interface Exchange {
  readonly request: IncomingRequest;
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
}

/** The answer to a request. @throws what is to be answered instead */
export type Endpoint = (exchange: Exchange) => Promise<Answer>;

/** An endpoint with what is to be known of it around a request. */
export interface Bound {
  readonly name: string;
  /** True if it counts for the organization of whoever asks. */
  readonly isPublic?: boolean;
  /** True if it changes nothing, so that it ends when nobody waits for the answer any more. */
  readonly onlyReads?: boolean;
  readonly endpoint: Endpoint;
}
