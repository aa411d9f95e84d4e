import { type PollParameters, readPoll } from "./poll-parameters.ts";

const name = "last_event_id=";
const endOfHead = "\r\n\r\n";
/** Above every id there will be, and exact as a number. */
const number = /^-?\d{1,15}$/;

/**
 * A poll as a client wrote it, by which its next one is known without being parsed: the same bytes but for the digits of `last_event_id` are the
 * same request.
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

  /** `text` was read as one request without a body, whose address has this query; null when nothing can be told by it. */
  static of(text: string, query: string): PollTemplate | null {
    if (text.indexOf(endOfHead) !== text.length - endOfHead.length) return null;
    const found = /^(?:.*&)?last_event_id=(?<id>-?\d+)(?=&|$)/.exec(query);
    if (found === null) return null;
    const end = found[0].length;
    const start = end - (found.groups?.["id"]?.length ?? 0);
    // Named again in another way, the parameter would not be what these digits say.
    const parameters = readPoll(`${query.slice(0, start)}7${query.slice(end)}`);
    if (parameters === null || parameters instanceof Error) return null;
    const line = text.indexOf(`?${query} `);
    if (parameters.lastEventId !== 7 || line === -1 || query.split(name).length !== 2) return null;
    const at = line + 1;
    return new PollTemplate(parameters, text.slice(0, at + start), text.slice(at + end));
  }

  /** What the text asks for, when it is such a poll. */
  read(text: string): PollParameters | null {
    const start = this.#before.length;
    const end = text.length - this.#after.length;
    if (end <= start || !text.startsWith(this.#before) || !text.endsWith(this.#after)) return null;
    const digits = text.slice(start, end);
    return number.test(digits) ? { ...this.#parameters, lastEventId: Number(digits) } : null;
  }
}
