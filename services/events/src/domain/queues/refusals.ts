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
