import type { IncomingMessage, ServerResponse } from "node:http";

import type { Operation } from "@team-chat/contract";

/** A client's request for an operation, on its way through the gateway. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly operation: Operation;
  /** Without the question mark. */
  readonly query: string;
  /** Lower-cased, with its port; empty when absent. */
  readonly host: string;
  readonly requestId: string;
  /** What the answer's headers have to say, whoever answers. */
  readonly headers: Record<string, string>;
}

/** The header `Authorization`, where an operation looks at it; absent and empty are the same. */
export function authorizationOf({ operation, req }: Exchange): string | undefined {
  const header = operation.auth === "none" ? undefined : req.headers.authorization;
  return header === "" ? undefined : header;
}
