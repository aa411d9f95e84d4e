import { type PollParameters, readPoll } from "./poll-parameters.ts";

const name = "last_event_id=";
const endOfHead = "\r\n\r\n";
/** An event id: more digits than any will have, and no more than a number holds exactly. */
const eventId = /^-?\d{1,15}$/;

/**
 * Recognizes the next poll of a client by the bytes of its last one, without parsing it: bytes that differ only in the
 * digits of `last_event_id` are the same request but for that number.
 */
export class PollTemplate {
  readonly #parameters: PollParameters;
  readonly #before: string;
  readonly #after: string;

  private constructor(parameters: PollParameters, before: string, after: string) {
    this.#parameters = parameters;
    this.#before = before;
    this.#after = after;
  }

  /**
   * Makes a template of `text`, the head of a request without a body that node:http has parsed, with this query in its
   * address. Null when another poll could not be told by it for sure.
   */
  static of(text: string, query: string): PollTemplate | null {
    if (text.indexOf(endOfHead) !== text.length - endOfHead.length) return null;
    const found = /^(?:.*&)?last_event_id=(?<id>-?\d+)(?=&|$)/.exec(query);
    if (found === null) return null;
    const end = found[0].length;
    const start = end - (found.groups?.["id"]?.length ?? 0);
    // If the query names the parameter a second time in another spelling, these digits do not decide.
    const parameters = readPoll(`${query.slice(0, start)}7${query.slice(end)}`);
    if (parameters === null || parameters instanceof Error) return null;
    const line = text.indexOf(`?${query} `);
    if (parameters.lastEventId !== 7 || line === -1 || query.split(name).length !== 2) return null;
    const at = line + 1;
    return new PollTemplate(parameters, text.slice(0, at + start), text.slice(at + end));
  }

  /** Reads what a text asks for; null when it is no poll of this template. */
  read(text: string): PollParameters | null {
    const start = this.#before.length;
    const end = text.length - this.#after.length;
    if (end <= start || !text.startsWith(this.#before) || !text.endsWith(this.#after)) return null;
    const digits = text.slice(start, end);
    return eventId.test(digits) ? { ...this.#parameters, lastEventId: Number(digits) } : null;
  }
}
