// How requests and answers travel between two of our processes: docs/adr/0007-requests-over-links.md.
import { firstFreeType, type Roles } from "@team-chat/frames";
import type { Identity } from "@team-chat/identity";

import { type Answer, jsonHeaders } from "../answer.ts";

export const roles: Roles = { opener: "caller", acceptor: "service" };

/** What a connection asks for to become a link, at this address of a service's HTTP port. */
export const linkUpgrade = "team-chat-link/1";
export const linkPath = "/internal/link";

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
} as const;

/** What a request says beside its body. */
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

/** The payload of a request: length of the head, the head as JSON, the body. */
export function encodeRequest(head: RequestHead, body: Uint8Array | null): readonly Uint8Array[] {
  const bytes = Buffer.from(`\0\0\0\0${JSON.stringify(head)}`);
  bytes.writeUInt32BE(bytes.length - lengthBytes, 0);
  return body === null ? [bytes] : [bytes, body];
}

/** The inverse of `encodeRequest`. @throws Error when it is none */
export function decodeRequest(payload: Buffer): { head: RequestHead; body: Buffer } {
  const end = lengthBytes + payload.readUInt32BE(0);
  const head = JSON.parse(payload.toString("utf8", lengthBytes, end)) as RequestHead;
  return { head, body: payload.subarray(end) };
}

/** What stands before an answer's first bytes: status, length of the body, and the headers, of which the usual ones are left out. */
export function encodeAnswerHead({ headers, status }: Answer, bodyBytes: number): Buffer {
  const text = headers === jsonHeaders ? "" : JSON.stringify(headers);
  const bytes = Buffer.from(`${"\0".repeat(answerHeadBytes)}${text}`);
  bytes.writeUInt16BE(status, 0);
  bytes.writeUInt32BE(bodyBytes, 2);
  bytes.writeUInt32BE(bytes.length - answerHeadBytes, 6);
  return bytes;
}

/** The inverse of `encodeAnswerHead`, with the bytes behind it. @throws Error when it is none */
export function decodeAnswer(payload: Buffer): BegunAnswer {
  const end = answerHeadBytes + payload.readUInt32BE(6);
  const headers =
    end === answerHeadBytes
      ? jsonHeaders
      : (JSON.parse(payload.toString("utf8", answerHeadBytes, end)) as string[]);
  const [status, bodyBytes] = [payload.readUInt16BE(0), payload.readUInt32BE(2)];
  return { status, headers, bodyBytes, first: payload.subarray(end) };
}

/** The payload that is a realm's number, or a version. */
export function encodeNumber(number: number): Buffer {
  const bytes = Buffer.allocUnsafe(numberBytes);
  bytes.writeDoubleBE(number, 0);
  return bytes;
}

/** The inverse of `encodeNumber`; null when there is none. */
export function decodeNumber(payload: Buffer): number | null {
  return payload.length === numberBytes ? payload.readDoubleBE(0) : null;
}
