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
