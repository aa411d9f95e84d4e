import type { PollAnswer } from "@team-chat/rpc";

import { responseBytes } from "./response-bytes.ts";

const retryAfterSeconds = 1;
const nothing = Buffer.alloc(0);

/** Answers polls for which no events process was found for too long. */
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

/** Makes the bytes of the answer to a poll. */
export function pollResponse(
  answer: PollAnswer,
  { headers, last }: { readonly headers: string; readonly last: boolean },
): Buffer {
  const more = answer.status === 503 ? `Retry-After: ${retryAfterSeconds}\r\n` : "";
  return responseBytes(answer, { headers: headers + more, last });
}
