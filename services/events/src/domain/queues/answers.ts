/**
 * An event as one queue's client gets it: `text`, often the same for many queues, then what is the queue's own, then
 * the id and a closing brace.
 */
export interface QueueEvent {
  readonly text: string;
  /** Fields that begin with a comma, up to the id's value. */
  readonly fields: string;
  readonly id: number;
}

/** A client's poll that waits for its answer. */
export interface Asker {
  /** True while the answer is still wanted. */
  readonly waiting: boolean;
  /** Id of the request, for its trace. */
  readonly requestId?: string | undefined;
  /** Called once, with a status and a JSON body; `body` is only its beginning when there is an `end`. */
  respond(status: number, body: Buffer, end?: string): void;
}

const beginning = '{"result":"success","msg":"","events":[';

/** Writes the whole JSON of an event. */
export function wholeText({ fields, id, text }: QueueEvent): string {
  return `${text}${fields}${id}}`;
}

/** Writes the whole answer of a poll; `ignored` names given parameters that are not supported, null for none. */
export function eventsBody(
  queueId: string,
  events: readonly QueueEvent[],
  ignored: readonly string[] | null,
): Buffer {
  return Buffer.from(`${beginning}${events.map(wholeText).join(",")}${endOf(queueId, ignored)}`);
}

/** Writes the end of an answer that begins as `SharedBeginnings` says for its first event. */
export function restOfBody(
  queueId: string,
  events: readonly QueueEvent[],
  ignored: readonly string[] | null,
): string {
  const end = endOf(queueId, ignored);
  const [first] = events;
  if (first === undefined) return end;
  const more = events.length === 1 ? "" : `,${events.slice(1).map(wholeText).join(",")}`;
  return `${first.id}}${more}${end}`;
}

function endOf(queueId: string, ignored: readonly string[] | null): string {
  const rest =
    ignored === null ? "" : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  return `],"queue_id":"${queueId}"${rest}}\n`;
}

/**
 * Beginnings of answers, up to the id of the first event: each made once for all queues that are answered in one turn.
 */
export class SharedBeginnings {
  readonly #made = new Map<string, Map<string, Buffer>>();

  /** Returns the beginning of answers with this first event, or with none. */
  of(first: QueueEvent | undefined): Buffer {
    const { fields = "", text = "" } = first ?? {};
    let byFields = this.#made.get(text);
    if (byFields === undefined) this.#made.set(text, (byFields = new Map<string, Buffer>()));
    let made = byFields.get(fields);
    if (made === undefined)
      byFields.set(fields, (made = Buffer.from(`${beginning}${text}${fields}`)));
    return made;
  }
}
