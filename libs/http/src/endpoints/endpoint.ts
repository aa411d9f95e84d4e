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
