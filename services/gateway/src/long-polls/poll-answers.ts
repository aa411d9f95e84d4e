import type { PollAnswer } from "@team-chat/rpc";

/** Time after which a client that was refused may poll again. */
export const retryAfterSeconds = 1;

const nothing = Buffer.alloc(0);

/** Answer to a poll for which no events process was found in time. */
export const unavailableAnswer: PollAnswer = {
  status: 503,
  shared: Buffer.from(
    `${JSON.stringify({
      result: "error",
      msg: "The events service does not answer.",
      code: "SERVICE_UNAVAILABLE",
      "retry-after": retryAfterSeconds,
    })}\n`,
  ),
  end: nothing,
};

/** Makes the answer that there are no events so far: clients poll again. */
export function emptyAnswer(queueId: string): PollAnswer {
  const body = { result: "success", msg: "", events: [], queue_id: queueId };
  return { status: 200, shared: Buffer.from(`${JSON.stringify(body)}\n`), end: nothing };
}
