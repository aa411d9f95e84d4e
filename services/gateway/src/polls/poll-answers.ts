import type { ServerResponse } from "node:http";

interface PollAnswer {
  readonly status: number;
  /** Whole, as the client gets it. */
  readonly body: Buffer;
}

const retryAfterSeconds = 1;

/** For polls that found no events process for too long. */
export const unavailableAnswer: PollAnswer = {
  status: 503,
  body: Buffer.from(
    `${JSON.stringify({
      result: "error",
      msg: "The events service does not answer.",
      code: "SERVICE_UNAVAILABLE",
      "retry-after": retryAfterSeconds,
    })}\n`,
  ),
};

/** No events so far: clients poll again. */
export function emptyAnswer(queueId: string): PollAnswer {
  const body = { result: "success", msg: "", events: [], queue_id: queueId };
  return { status: 200, body: Buffer.from(`${JSON.stringify(body)}\n`) };
}

/** Writes an answer to a poll in one go, with what else its headers have to say. */
export function writeAnswer(
  res: ServerResponse,
  own: Readonly<Record<string, string>>,
  answer: PollAnswer,
): void {
  if (res.headersSent || res.destroyed) return;
  const headers = [
    "Content-Type",
    "application/json",
    "Cache-Control",
    "max-age=0, no-cache, no-store, must-revalidate, private",
    "Expires",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Content-Length",
    String(answer.body.length),
  ];
  for (const name in own) headers.push(name, own[name] ?? "");
  if (answer.status === 503) headers.push("Retry-After", String(retryAfterSeconds));
  res.writeHead(answer.status, headers);
  // As text it goes with the head in one piece, which the kernel takes with less work than two.
  res.end(answer.body.toString("utf8"));
}
