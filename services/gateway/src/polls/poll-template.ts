import { type PollParameters, parsePoll } from "./poll-parameters.ts";

const name = "last_event_id=";
const endOfHead = "\r\n\r\n";
const minus = 0x2d;
const zero = 0x30;
/** Above every id there will be, and exact as a number. */
const maxDigits = 15;

/**
 * A poll as a client wrote it, by which its next one is known without being parsed: the same bytes but for the digits of `last_event_id` are the
 * same request.
 */
export class PollTemplate {
  readonly #parameters: PollParameters;
  readonly #before: Buffer;
  readonly #after: Buffer;

  private constructor(parameters: PollParameters, before: Buffer, after: Buffer) {
    this.#parameters = parameters;
    this.#before = before;
    this.#after = after;
  }

  /** `bytes` were read as one request without a body, whose address has this query; null when nothing can be told by them. */
  static of(bytes: Buffer, query: string): PollTemplate | null {
    if (bytes.indexOf(endOfHead) !== bytes.length - endOfHead.length) return null;
    const found = /^(?:.*&)?last_event_id=(?<id>-?\d+)(?=&|$)/.exec(query);
    if (found === null) return null;
    const end = found[0].length;
    const start = end - (found.groups?.["id"]?.length ?? 0);
    // Named again in another way, the parameter would not be what these digits say.
    const parameters = parsePoll(`${query.slice(0, start)}7${query.slice(end)}`);
    const line = bytes.indexOf(`?${query} `);
    if (parameters?.lastEventId !== 7 || line === -1 || query.split(name).length !== 2) return null;
    const at = line + 1;
    return new PollTemplate(parameters, bytes.subarray(0, at + start), bytes.subarray(at + end));
  }

  /** What the bytes ask for, when they are such a poll. */
  read(bytes: Buffer): PollParameters | null {
    const start = this.#before.length;
    const end = bytes.length - this.#after.length;
    if (end <= start || this.#before.compare(bytes, 0, start) !== 0) return null;
    if (this.#after.compare(bytes, end) !== 0) return null;
    const lastEventId = numberAt(bytes, start, end);
    return lastEventId === null ? null : { ...this.#parameters, lastEventId };
  }
}

function numberAt(bytes: Buffer, start: number, end: number): number | null {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  if (end === first || end - first > maxDigits) return null;
  let value = 0;
  for (let at = first; at < end; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) return null;
    value = 10 * value + digit;
  }
  return isNegative ? -value : value;
}
