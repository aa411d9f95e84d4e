import type { PollAnswer } from "@team-chat/rpc";

import { responseBytes } from "../connections/response-bytes.ts";

const retryAfterSeconds = 1;
const nothing = Buffer.alloc(0);

/** For polls that found no events process for too long. */
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

/** No events so far: clients poll again. */
export function emptyAnswer(queueId: string): PollAnswer {
  const body = { result: "success", msg: "", events: [], queue_id: queueId };
  return { status: 200, shared: Buffer.from(`${JSON.stringify(body)}\n`), end: nothing };
}

/** The answer to a poll as it is written. */
export function pollResponse(
  answer: PollAnswer,
  { headers, last }: { readonly headers: string; readonly last: boolean },
): Buffer {
  const more = answer.status === 503 ? `Retry-After: ${retryAfterSeconds}\r\n` : "";
  return responseBytes(answer, { headers: headers + more, last });
}
