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

/** Answers a poll whose client has acknowledged a later event already (docs/behaviour/events.md#polling). */
export function prunedAnswer(lastEventId: number): Buffer {
  return badRequest(`An event newer than ${lastEventId} has already been pruned!`);
}

/** Answers a poll with an id that no event has had yet (docs/behaviour/events.md#polling). */
export function neverWasAnswer(lastEventId: number): Buffer {
  return badRequest(`Event ${lastEventId} was not in this queue`);
}

function badRequest(msg: string): Buffer {
  return Buffer.from(`${JSON.stringify({ result: "error", msg, code: "BAD_REQUEST" })}\n`);
}

/** Unknown, expired and foreign queues look alike (docs/behaviour/events.md#queues). */
export function badQueue(queueId: string): Buffer {
  const body = {
    result: "error",
    msg: `Bad event queue ID: ${queueId}`,
    code: "BAD_EVENT_QUEUE_ID",
    queue_id: queueId,
  };
  return Buffer.from(`${JSON.stringify(body)}\n`);
}

interface FlagsEvent {
  readonly type: string;
  readonly op: string;
  readonly flag: string;
  readonly all: boolean;
  readonly messages: readonly number[];
  readonly id: number;
}

const flagsBeginning = '{"type":"update_message_flags"';

/**
 * Merges two events of a queue that follow each other directly into one, with the id of the later: when both add, or
 * both remove, the same flag (docs/behaviour/events.md#merged-flag-events). Null when they stay two: what takes the
 * flag `read` away says where messages are, and "everything" has no list.
 */
export function mergeFlags(earlier: QueueEvent | undefined, later: QueueEvent): QueueEvent | null {
  if (!later.text.startsWith(flagsBeginning) || earlier?.text.startsWith(flagsBeginning) !== true)
    return null;
  const [first, second] = [earlier, later].map(
    (event) => JSON.parse(wholeText(event)) as FlagsEvent,
  ) as [FlagsEvent, FlagsEvent];
  if (first.op !== second.op || first.flag !== second.flag) return null;
  if (first.all || second.all || (first.op === "remove" && first.flag === "read")) return null;
  const messages = [...new Set([...first.messages, ...second.messages])];
  const { id, ...fields } = second;
  return { text: JSON.stringify({ ...fields, messages }).slice(0, -1), fields: `,"id":`, id };
}
