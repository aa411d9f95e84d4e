import { STATUS_CODES } from "node:http";

import { serverKeepAliveMs } from "@team-chat/http";
import type { PollAnswer } from "@team-chat/rpc";

import { retryAfterSeconds } from "./poll-answers.ts";

/** Writes headers as lines; their values must have nothing in them that a header cannot carry. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  const lines: string[] = [];
  for (const name in headers) lines.push(`${name}: ${headers[name]}\r\n`);
  // Joining makes one flat string, which a pending poll keeps; adding up would keep a tree of pieces.
  return lines.join("");
}

const commonHeaders =
  "Content-Type: application/json\r\n" +
  "X-Content-Type-Options: nosniff\r\n" +
  "Cache-Control: max-age=0, no-cache, no-store, must-revalidate, private\r\n" +
  "Expires: Thu, 01 Jan 1970 00:00:00 GMT\r\n";
const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${serverKeepAliveMs / 1000}\r\n\r\n`;

interface AnswerFacts {
  /** Lines as `headerLines` makes them. */
  readonly headers: string;
  /** Tells whether the connection ends with this answer. */
  readonly last: boolean;
  /** The moment of the answer, in UNIX milliseconds. */
  readonly atMs: number;
}

/** Makes the bytes of the answer to a poll: a complete HTTP response, with the headers that every JSON answer has. */
export function pollResponse({ end, shared, status }: PollAnswer, facts: AnswerFacts): Buffer {
  const { atMs, headers, last } = facts;
  const length = shared.length + end.length;
  const retry = status === 503 ? `Retry-After: ${retryAfterSeconds}\r\n` : "";
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${commonHeaders}${headers}${retry}` +
    `Content-Length: ${length}\r\n${dateLine(Math.floor(atMs / 1000))}` +
    (last ? "Connection: close\r\n\r\n" : keepAlive);
  const bytes = Buffer.allocUnsafe(head.length + length);
  bytes.write(head, "latin1");
  bytes.set(shared, head.length);
  bytes.set(end, head.length + shared.length);
  return bytes;
}

let knownDate = { second: 0, line: "" };

/** Returns the header of this second, which is made once for all answers in it. */
function dateLine(second: number): string {
  if (second !== knownDate.second)
    knownDate = { second, line: `Date: ${new Date(1000 * second).toUTCString()}\r\n` };
  return knownDate.line;
}
