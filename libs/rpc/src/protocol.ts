// The frames of requests and their answers; README.md describes them byte by byte.
import type { Identity } from "@team-chat/identity";
import type { Cost } from "@team-chat/work";

import { firstFreeType, ProtocolError } from "./frames/frame.ts";
import type { Roles } from "./frames/handshake.ts";
import { type Answer, jsonHeaders } from "./request.ts";

export const roles: Roles = { opener: "caller", acceptor: "service" };

/** Names the protocol and its version in the request for an upgrade, at this address of a service's HTTP port. */
export const upgradeProtocol = "team-chat-link/1";
export const upgradePath = "/internal/link";

/** The number of a frame is that of its request. */
export const frameType = {
  request: firstFreeType,
  /** By the caller: nobody waits for the answer any more. */
  abandon: firstFreeType + 1,
  /** By the caller: one more piece of the answer may come. */
  more: firstFreeType + 2,
  /** By the caller: this was the last request. */
  parted: firstFreeType + 3,
  /** By the service: the whole answer. */
  answer: firstFreeType + 4,
  /** By the service: the answer's head and its first piece. */
  beginning: firstFreeType + 5,
  piece: firstFreeType + 6,
  lastPiece: firstFreeType + 7,
  /** By the service: send no further requests. */
  stopping: firstFreeType + 8,
  /** By the service: the rest of the answer does not come. */
  broken: firstFreeType + 9,
  /** By the service, first of all: it answers questions for versions. */
  tellsVersions: firstFreeType + 10,
  /** By the caller: which version the service's data of a realm have; the number is the question's. */
  askVersion: firstFreeType + 11,
  /** By the service: that version; without a payload that it cannot tell. */
  version: firstFreeType + 12,
  /** By the service, before the answer: the time that the request took. */
  cost: firstFreeType + 13,
} as const;

/** Everything of a request but its body. */
export interface RequestHead {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** On whose behalf; needs no signature, since the connection has proven the key. */
  readonly identity: Identity;
  /** Names in lower case and values in turn. */
  readonly headers: readonly string[];
}

/** An answer as far as its first frame goes. */
export interface BegunAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  /** Of the whole body. */
  readonly bodyBytes: number;
  /** The body as far as it is here. */
  readonly first: Buffer;
}

const lengthBytes = 4;
const answerHeadBytes = 10;
const numberBytes = 8;
const costBytes = 8;
const maxUint32 = 2 ** 32 - 1;

/** Writes the payload of a request: length of the head, the head as JSON, the body. */
export function encodeRequest(head: RequestHead, body: Uint8Array | null): readonly Uint8Array[] {
  const bytes = Buffer.from(`\0\0\0\0${JSON.stringify(head)}`);
  bytes.writeUInt32BE(bytes.length - lengthBytes, 0);
  return body === null ? [bytes] : [bytes, body];
}

/** Reads what `encodeRequest` wrote. @throws ProtocolError when it is no request */
export function decodeRequest(payload: Buffer): { head: RequestHead; body: Buffer } {
  const end = endOfHead(payload, lengthBytes, 0);
  const head = parsed(payload.toString("utf8", lengthBytes, end));
  if (!isRequestHead(head)) throw new ProtocolError("The head of a request is malformed.");
  return { head, body: payload.subarray(end) };
}

/**
 * Encodes what stands before an answer's first bytes: status, length of the body, and the headers, of which the usual
 * ones are left out.
 */
export function encodeAnswerHead({ headers, status }: Answer, bodyBytes: number): Buffer {
  const text = headers === jsonHeaders ? "" : JSON.stringify(headers);
  const bytes = Buffer.from(`${"\0".repeat(answerHeadBytes)}${text}`);
  bytes.writeUInt16BE(status, 0);
  bytes.writeUInt32BE(bodyBytes, 2);
  bytes.writeUInt32BE(bytes.length - answerHeadBytes, 6);
  return bytes;
}

/** Reads what `encodeAnswerHead` wrote, and the bytes behind it. @throws ProtocolError when it is no answer */
export function decodeAnswer(payload: Buffer): BegunAnswer {
  const end = endOfHead(payload, answerHeadBytes, 6);
  const headers =
    end === answerHeadBytes ? jsonHeaders : parsed(payload.toString("utf8", answerHeadBytes, end));
  if (!isHeaderList(headers)) throw new ProtocolError("The headers of an answer are malformed.");
  const [status, bodyBytes] = [payload.readUInt16BE(0), payload.readUInt32BE(2)];
  return { status, headers, bodyBytes, first: payload.subarray(end) };
}

/** Writes the payload that is a realm's number, or a version. */
export function encodeNumber(number: number): Buffer {
  const bytes = Buffer.allocUnsafe(numberBytes);
  bytes.writeDoubleBE(number, 0);
  return bytes;
}

/** Reads what `encodeNumber` wrote; null for an empty payload. @throws ProtocolError for any other */
export function decodeNumber(payload: Buffer): number | null {
  if (payload.length === 0) return null;
  if (payload.length !== numberBytes) throw new ProtocolError("A number is malformed.");
  return payload.readDoubleBE(0);
}

/** Writes the payload that is a request's cost. */
export function encodeCost({ databaseUs, processorUs }: Cost): Buffer {
  const bytes = Buffer.allocUnsafe(costBytes);
  bytes.writeUInt32BE(Math.min(processorUs, maxUint32), 0);
  bytes.writeUInt32BE(Math.min(databaseUs, maxUint32), 4);
  return bytes;
}

/** Reads what `encodeCost` wrote. @throws ProtocolError for any other */
export function decodeCost(payload: Buffer): Cost {
  if (payload.length !== costBytes) throw new ProtocolError("A cost is malformed.");
  return { processorUs: payload.readUInt32BE(0), databaseUs: payload.readUInt32BE(4) };
}

/** Finds where the head ends whose length stands at `at`, and which begins at `start`. */
function endOfHead(payload: Buffer, start: number, at: number): number {
  const end = payload.length < start ? Infinity : start + payload.readUInt32BE(at);
  if (end > payload.length) throw new ProtocolError("A head is longer than its frame.");
  return end;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProtocolError("A head is no JSON.", { cause });
  }
}

/** Checks the shape alone: the caller has proven the key, so it is believed whom it names. */
function isRequestHead(head: unknown): head is RequestHead {
  if (typeof head !== "object" || head === null) return false;
  const { headers, identity, method, target } = head as Record<string, unknown>;
  const isNamed = identity === undefined || (typeof identity === "object" && identity !== null);
  return (
    typeof method === "string" && typeof target === "string" && isNamed && isHeaderList(headers)
  );
}

function isHeaderList(headers: unknown): headers is readonly string[] {
  return (
    Array.isArray(headers) &&
    headers.length % 2 === 0 &&
    headers.every((part) => typeof part === "string")
  );
}
