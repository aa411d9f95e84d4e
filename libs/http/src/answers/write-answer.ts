import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

import type { Bytes } from "@team-chat/contract";
import type { AppError } from "@team-chat/errors";
import { lengthOf, stalledMs } from "@team-chat/rpc";

import {
  type Answer,
  errorAnswer,
  internalErrorAnswer,
  jsonAnswer,
  successAnswer,
} from "./answer.ts";
import { endAfterRequest } from "./end-after-request.ts";
import type { StreamedBody } from "./streamed-body.ts";

/** Pieces that are no longer than this together are copied into one, which is cheaper than several writes. */
const maxCopiedBytes = 64 * 1024;

/** Up to this length head and body leave as one text of bytes. */
const maxJoinedBytes = 16 * 1024;

/** Statuses that come without a body, and say nothing about its length (RFC 9110, section 8.6). */
const bodiless = new Set([204, 304]);

/**
 * Writes an answer to a response of node:http; headers set on it before are kept. Does nothing when it was answered
 * already, or the client is gone.
 */
export function writeAnswer(res: ServerResponse, { body, headers, status, stream }: Answer): void {
  if (res.headersSent || res.destroyed) {
    void stream?.cancel();
    return;
  }
  if (stream !== undefined) {
    writeHead(res, status, headers, stream.length);
    void sendStream(res, stream);
    return;
  }
  // A body that is too long, or was begun and then given up, is not read to its end, so no next request can follow.
  const isEarly = !res.req.complete && (status === 413 || res.req.readableDidRead);
  if (isEarly) res.shouldKeepAlive = false;
  const length = lengthOf(body);
  writeHead(res, status, headers, length);
  if (!isEarly) {
    endWith(res, body, length);
    return;
  }
  for (const piece of body) res.write(piece);
  endAfterRequest(res);
}

/**
 * Writes a body as fast as the client takes it. One that breaks off is cut off: the client got fewer bytes than the
 * head has promised.
 */
async function sendStream(res: ServerResponse, stream: StreamedBody): Promise<void> {
  if (res.req.method === "HEAD") {
    await stream.cancel();
    res.end();
    return;
  }
  res.setTimeout(stalledMs, () => res.destroy());
  // What broke is reported by the stream; a client that went away is nobody's concern.
  await pipeline(stream.bytes(), res).catch(() => undefined);
}

/** Writes the head of an answer with a body of so many bytes. */
export function writeHead(
  ...[res, status, headers, length]: [ServerResponse, number, readonly string[], number]
): void {
  res.writeHead(
    status,
    bodiless.has(status) ? [...headers] : [...headers, "Content-Length", String(length)],
  );
}

function endWith(res: ServerResponse, body: Bytes, length: number): void {
  const [first, second] = body;
  if (first === undefined || length === 0) res.end();
  else if (second === undefined) endWhole(res, first);
  else if (length <= maxCopiedBytes) endWhole(res, Buffer.concat(body, length));
  else {
    res.cork();
    for (const piece of body) res.write(piece);
    res.uncork();
    res.end();
  }
}

/** Writes the whole body of a response whose head is made; with a short one it leaves in the same write as the head. */
export function endWhole(res: ServerResponse, body: Uint8Array): void {
  if (body.length > maxJoinedBytes) {
    res.end(body);
    return;
  }
  // node:http joins head and body when both are texts. Every byte is one character of latin1, and comes out as it went
  // in.
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  res.end(bytes.toString("latin1"), "latin1");
}

/** Writes a JSON text with the headers of every answer. */
export function answerJson(res: ServerResponse, status: number, answer: { body: string }): void {
  writeAnswer(res, jsonAnswer(status, answer.body));
}

/** Writes the success envelope (docs/behaviour/api.md#answers). */
export function answerSuccess(res: ServerResponse, output: object): void {
  writeAnswer(res, successAnswer(output));
}

/** Writes the error envelope with the headers that belong to the code. */
export function answerError(res: ServerResponse, error: AppError): void {
  writeAnswer(res, errorAnswer(error));
}

/** Writes the answer to a failure that is nobody's business but ours. */
export function answerInternalError(res: ServerResponse): void {
  writeAnswer(res, internalErrorAnswer());
}
