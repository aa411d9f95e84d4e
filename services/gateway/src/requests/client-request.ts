import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import type { Operation } from "@team-chat/contract";
import { continueScope, type Scope } from "@team-chat/telemetry";

import type { SessionCookie } from "./session-cookie.ts";

/** Limits names of client programs (docs/behaviour/api.md#client-names). */
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

/** Identifies the sender that a request's headers claim, by an API key or by a browser's session. */
export type ClaimedSender = {
  /** The hash of what follows, under which accounts are cached. */
  readonly key: KeyHash;
} & (
  | {
      readonly kind: "key";
      /** The header `Authorization`; not empty. */
      readonly authorization: string;
    }
  | { readonly kind: "session"; readonly token: string }
);

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
  const givenId = req.headers["x-request-id"];
  const scope = continueScope(typeof givenId === "string" ? givenId : undefined, undefined);
  return {
    req,
    operation,
    query,
    host: (req.headers.host ?? "").toLowerCase(),
    sender: operation.auth === "none" ? undefined : claimedSender(req, cookie),
    scope,
    headers: { "X-Request-Id": scope.requestId },
    noted: {},
  };
}

/** Takes the name of a client program, the product before its version, from the header `User-Agent`. */
export function clientOf({ req, sender }: RequestHead): string {
  if (sender?.kind === "session") return browserClient;
  const product = /^[^/(]*/.exec(req.headers["user-agent"] ?? "")?.[0].trim() ?? "";
  return product === "" ? "Unspecified" : product.slice(0, maxClientName);
}

/**
 * Separates large forms and queries from others: nearly all that clients send is shorter, and whatever costs much by
 * its parameters is longer.
 */
const maxUsualBytes = 1024;
/** Finds pages of a thousand messages and more. */
const manyMessages = /(?:^|&)num_(?:before|after)=\d{4,}/;

/** Parts of a request that say how large it is. */
interface RequestSize {
  readonly operation: { readonly upload?: Operation["upload"] };
  /** Without the question mark. */
  readonly query: string;
  readonly req: Pick<IncomingMessage, "headers">;
}

/**
 * Tells whether a request asks for so much that it may keep a processor busy for long. Uploads do not: they take long
 * because of their clients, and cost little.
 */
export function isLarge({ operation, query, req }: RequestSize): boolean {
  if (operation.upload !== undefined) return false;
  const { "content-length": length, "transfer-encoding": encoding } = req.headers;
  return (
    encoding !== undefined ||
    query.length + Number(length ?? 0) > maxUsualBytes ||
    manyMessages.test(query)
  );
}

/** Finds what a request proves its sender with: a key counts, when both are there, since only programs send one. */
export function claimedSender(
  { headers }: IncomingMessage,
  cookie: SessionCookie,
): ClaimedSender | undefined {
  const { authorization } = headers;
  if (authorization !== undefined && authorization !== "")
    return { kind: "key", authorization, key: keyHash(authorization) };
  const token = cookie.read(headers.cookie);
  // No header `Authorization` that is found valid begins like this.
  return token === undefined
    ? undefined
    : { kind: "session", token, key: keyHash(`session ${token}`) };
}

/** Stands for credentials: memory holds nothing else of them, so that no dump of this process shows a key. */
export interface KeyHash {
  readonly hash: string;
}

/** Hashes credentials as they came, so that what was once found valid needs no second parsing. */
export function keyHash(credentials: string): KeyHash {
  return { hash: hash("sha256", credentials, "base64") };
}
