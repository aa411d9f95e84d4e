import { STATUS_CODES } from "node:http";

import { serverKeepAliveMs } from "@team-chat/http";

/** Holds a complete JSON answer. */
export interface WholeAnswer {
  readonly status: number;
  /** Begins the body, often shared by many answers; may be empty. */
  readonly shared: Uint8Array;
  /** Ends the body; may be empty. */
  readonly end: Uint8Array;
}

interface AnswerFacts {
  /** Lines as `headerLines` makes them. */
  readonly headers: string;
  /** Tells whether the connection ends with this answer. */
  readonly last: boolean;
}

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

/** Makes a complete HTTP response, with the headers that every JSON answer has. */
export function responseBytes({ end, shared, status }: WholeAnswer, facts: AnswerFacts): Buffer {
  const length = shared.length + end.length;
  const { after, before } = headFor({ status, length, last: facts.last });
  const head = before + facts.headers + after;
  const bytes = Buffer.allocUnsafe(head.length + length);
  bytes.write(head, "latin1");
  bytes.set(shared, head.length);
  bytes.set(end, head.length + shared.length);
  return bytes;
}

/** Holds a head without the lines that belong to one request, which go between the two parts. */
interface Head {
  readonly before: string;
  readonly after: string;
}

interface HeadFacts {
  readonly status: number;
  readonly length: number;
  readonly last: boolean;
}

/** Caches the heads of this second by what they say: a fan-out needs two or three for thousands of answers. */
const heads = new Map<number, Head>();
let headsSecond = 0;
const maxStatus = 1000;
const maxHeads = 256;

function headFor(facts: HeadFacts): Head {
  const second = Math.floor(Date.now() / 1000);
  if (second !== headsSecond) {
    headsSecond = second;
    heads.clear();
  }
  const { last, length, status } = facts;
  const key = 2 * (length * maxStatus + status) + (last ? 1 : 0);
  const known = heads.get(key);
  if (known !== undefined) return known;
  const head = createHead(facts, second);
  if (heads.size < maxHeads) heads.set(key, head);
  return head;
}

function createHead({ last, length, status }: HeadFacts, second: number): Head {
  const date = `Date: ${new Date(1000 * second).toUTCString()}\r\n`;
  return {
    before: `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${commonHeaders}`,
    after: `Content-Length: ${length}\r\n${date}${last ? "Connection: close\r\n\r\n" : keepAlive}`,
  };
}
