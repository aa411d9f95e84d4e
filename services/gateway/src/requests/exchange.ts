import type { IncomingMessage, ServerResponse } from "node:http";

import type { Operation } from "@team-chat/contract";
import { continueScope, type Scope } from "@team-chat/telemetry";

import { type KeyHash, keyHash } from "../keys/key-cache.ts";
import { clientName } from "./client-name.ts";

/** A client's request for an operation. */
export interface Arrival {
  readonly req: IncomingMessage;
  readonly operation: Operation;
  /** Without the question mark. */
  readonly query: string;
  /** Lower-cased, with its port; empty when absent. */
  readonly host: string;
  readonly scope: Scope;
  /** What the answer's headers have to say, whoever answers. */
  readonly headers: Record<string, string>;
}

/** Who a request's head says that it comes from. */
export interface Speaker {
  /** Of the header `Authorization`. */
  readonly key: KeyHash;
  readonly client: string;
}

/** A client's request on its way through the gateway. */
export interface Exchange extends Arrival {
  readonly res: ServerResponse;
}

/** Reads what every request says about itself. */
export function arrivalOf(
  req: IncomingMessage,
  { operation, query }: Pick<Arrival, "operation" | "query">,
): Arrival {
  const given = req.headers["x-request-id"];
  const scope = continueScope(typeof given === "string" ? given : undefined, undefined);
  const host = (req.headers.host ?? "").toLowerCase();
  const headers = { "X-Request-Id": scope.requestId };
  return { req, operation, query, host, scope, headers };
}

/** The header `Authorization`, where an operation looks at it; absent and empty are the same. */
export function authorizationOf({ operation, req }: Arrival): string | undefined {
  const header = operation.auth === "none" ? undefined : req.headers.authorization;
  return header === "" ? undefined : header;
}

/** Who a head with this `Authorization` says that it comes from. */
export function speakerOf(req: IncomingMessage, authorization: string): Speaker {
  return { key: keyHash(authorization), client: clientName(req.headers["user-agent"]) };
}
