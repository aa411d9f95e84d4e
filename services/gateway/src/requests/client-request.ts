import type { IncomingMessage, ServerResponse } from "node:http";

import type { Operation } from "@team-chat/contract";
import { continueScope, type Scope } from "@team-chat/telemetry";

import { type ClaimedSender, claimedSender } from "./claimed-sender.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** Longest name of a client program (docs/behaviour/api.md#client-names). */
const maxClientName = 30;
/** Name of the client that every browser is (docs/behaviour/api.md#client-names). */
const browserClient = "website";

/** Holds what the head of a client's request for an operation says. Nothing of it is verified. */
export interface RequestHead {
  readonly req: IncomingMessage;
  readonly operation: Operation;
  /** Without the question mark. */
  readonly query: string;
  /** In lower case, with its port; empty when absent. */
  readonly host: string;
  /** Undefined when the request carries no credentials, or the operation ignores them. */
  readonly sender: ClaimedSender | undefined;
  readonly scope: Scope;
  /** Collects headers for the answer, whoever writes it: the request id, and how the caller stands with the limits. */
  readonly headers: Record<string, string>;
  /** Collects what the log says of the request. */
  readonly noted: { realmId?: number };
}

/** Joins the head of a request with the response that answers it. */
export interface ClientRequest extends RequestHead {
  readonly res: ServerResponse;
}

interface Asked extends Pick<RequestHead, "operation" | "query"> {
  readonly cookie: SessionCookie;
}

/** Reads the head of a request for an operation, and continues the scope that its `X-Request-Id` names. */
export function requestHead(
  req: IncomingMessage,
  { cookie, operation, query }: Asked,
): RequestHead {
  return {
    req,
    operation,
    query,
    host: hostOf(req),
    sender: operation.auth === "none" ? undefined : claimedSender(req, cookie),
    ...answerHead(req),
    noted: {},
  };
}

/** Continues the scope that the header `X-Request-Id` names, without one begins it, and has the answer tell its id. */
export function answerHead({ headers }: IncomingMessage): Pick<RequestHead, "headers" | "scope"> {
  const givenId = headers["x-request-id"];
  const scope = continueScope(typeof givenId === "string" ? givenId : undefined, undefined);
  return { scope, headers: { "X-Request-Id": scope.requestId } };
}

/** Returns the header `Host` in lower case; empty when absent. */
export function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? "").toLowerCase();
}

/** Takes the name of a client program, the product before its version, from the header `User-Agent`. */
export function clientOf({ req, sender }: RequestHead): string {
  if (sender?.kind === "session") return browserClient;
  const product = /^[^/(]*/.exec(req.headers["user-agent"] ?? "")?.[0].trim() ?? "";
  return product === "" ? "Unspecified" : product.slice(0, maxClientName);
}
