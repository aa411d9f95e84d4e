import { getEvents } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { parseQueueId, slotKey } from "@team-chat/rpc";

/** Holds the parameters of a poll in its usual form, which needs none of the care of the parameter binder. */
export interface PollParameters {
  readonly queueId: string;
  /** The slot of the queue. */
  readonly slot: string;
  readonly lastEventId: number | null;
  readonly dontBlock: boolean;
  readonly ignored: readonly string[] | null;
}

const plainNames = new Set(["queue_id", "last_event_id", "dont_block", "client"]);

/**
 * Reads the query of `GET /events`. Null when it is anything but a plain poll of a queue: then the events service reads
 * it, with all rules and texts for parameters.
 * @throws BAD_EVENT_QUEUE_ID for an id that no queue ever had: clients poll dead queues of other servers for ever
 */
export function parsePoll(query: string): PollParameters | null {
  // The events service refuses null bytes, as every service does.
  if (query.includes("%00")) return null;
  const given = new Map(new URLSearchParams(query));
  const ignored: string[] = [];
  for (const name of given.keys()) {
    if (plainNames.has(name)) continue;
    if (Object.hasOwn(getEvents.params, name)) return null;
    ignored.push(name);
  }
  const queueId = unquoted(given.get("queue_id"));
  const lastEventId = given.get("last_event_id");
  const dontBlock = given.get("dont_block") ?? "false";
  if (queueId === undefined) return null;
  if (lastEventId !== undefined && !/^-?\d{1,15}$/.test(lastEventId)) return null;
  if (dontBlock !== "true" && dontBlock !== "false") return null;
  return {
    queueId,
    slot: slotOf(queueId),
    lastEventId: lastEventId === undefined ? null : Number(lastEventId),
    dontBlock: dontBlock === "true",
    ignored: ignored.length === 0 ? null : ignored.toSorted(),
  };
}

/** Reads a query like `parsePoll`, but returns the error that it would throw. */
export function readPoll(query: string): PollParameters | AppError | null {
  try {
    return parsePoll(query);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Reads the slot out of a queue id. @throws BAD_EVENT_QUEUE_ID */
function slotOf(queueId: string): string {
  const slot = parseQueueId(queueId);
  if (slot !== null) return slotKey(slot);
  throw new AppError("BAD_EVENT_QUEUE_ID", `Bad event queue ID: ${queueId}`, {
    details: { queue_id: queueId },
  });
}

/** Removes JSON quotes: some clients encode every text as JSON, and ids have nothing in them that JSON escapes. */
function unquoted(text: string | undefined): string | undefined {
  return text !== undefined && /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}
