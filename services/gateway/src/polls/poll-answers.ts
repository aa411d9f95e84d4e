import { STATUS_CODES } from "node:http";

import { serverKeepAliveMs } from "@team-chat/http";
import type { LinkAnswer } from "@team-chat/link";

const retryAfterSeconds = 1;
const nothing = Buffer.alloc(0);

/** For polls that found no events process for too long. */
export const unavailableAnswer: LinkAnswer = {
  status: 503,
  shared: Buffer.from(
    `${JSON.stringify({
      result: "error",
      msg: "The events service does not answer.",
      code: "SERVICE_UNAVAILABLE",
      "retry-after": retryAfterSeconds,
    })}\n`,
  ),
  end: nothing,
};

/** No events so far: clients poll again. */
export function emptyAnswer(queueId: string): LinkAnswer {
  const body = { result: "success", msg: "", events: [], queue_id: queueId };
  return { status: 200, shared: Buffer.from(`${JSON.stringify(body)}\n`), end: nothing };
}

interface AnswerFacts {
  /** As `headerLines` makes them. */
  readonly headers: string;
  /** Whether the connection ends with this answer. */
  readonly last: boolean;
}

/** Headers as they are written; the values have nothing in them that a header could not carry. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  const lines: string[] = [];
  for (const name in headers) lines.push(`${name}: ${headers[name]}\r\n`);
  // Joined rather than added up, so that what a poll keeps while it waits is one piece.
  return lines.join("");
}

const commonHeaders =
  "Content-Type: application/json\r\n" +
  "Cache-Control: max-age=0, no-cache, no-store, must-revalidate, private\r\n" +
  "Expires: Thu, 01 Jan 1970 00:00:00 GMT\r\n";
const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${serverKeepAliveMs / 1000}\r\n\r\n`;

/** A whole HTTP response, with the headers that other answers have too. */
export function responseBytes({ end, shared, status }: LinkAnswer, facts: AnswerFacts): Buffer {
  const length = shared.length + end.length;
  const retryAfter = status === 503 ? `Retry-After: ${retryAfterSeconds}\r\n` : "";
  const head =
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${commonHeaders}${facts.headers}` +
    `Content-Length: ${length}\r\n${retryAfter}${dateHeader()}${facts.last ? "Connection: close\r\n\r\n" : keepAlive}`;
  const bytes = Buffer.allocUnsafe(head.length + length);
  bytes.write(head, "latin1");
  shared.copy(bytes, head.length);
  end.copy(bytes, head.length + shared.length);
  return bytes;
}

let dateText = "";
let dateSecond = 0;

/** Made once a second. */
function dateHeader(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = `Date: ${new Date(1000 * second).toUTCString()}\r\n`;
  }
  return dateText;
}
