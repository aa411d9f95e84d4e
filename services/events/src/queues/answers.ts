/** The whole answer of a poll; `ignored` names given parameters that are not supported, null for none. */
export function eventsBody(
  queueId: string,
  texts: readonly string[],
  ignored: readonly string[] | null,
): Buffer {
  const rest =
    ignored === null ? "" : `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  return Buffer.from(
    `{"result":"success","msg":"","events":[${texts.join(",")}],"queue_id":"${queueId}"${rest}}\n`,
  );
}

/** The client has acknowledged a later event already (reference/behaviour.md §14). */
export function prunedAnswer(lastEventId: number): Buffer {
  return badRequest(`An event newer than ${lastEventId} has already been pruned!`);
}

/** No event has had the id yet (reference/behaviour.md §14). */
export function neverWasAnswer(lastEventId: number): Buffer {
  return badRequest(`Event ${lastEventId} was not in this queue`);
}

function badRequest(msg: string): Buffer {
  return Buffer.from(`${JSON.stringify({ result: "error", msg, code: "BAD_REQUEST" })}\n`);
}

/** Unknown, expired and foreign queues look alike (reference/behaviour.md §14). */
export function badQueue(queueId: string): Buffer {
  const body = {
    result: "error",
    msg: `Bad event queue ID: ${queueId}`,
    code: "BAD_EVENT_QUEUE_ID",
    queue_id: queueId,
  };
  return Buffer.from(`${JSON.stringify(body)}\n`);
}
