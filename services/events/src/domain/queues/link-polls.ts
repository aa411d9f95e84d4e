import { setTimeout as delay } from "node:timers/promises";

import type { IncomingPoll } from "@team-chat/rpc";

import type { Hub } from "./hub.ts";

const unavailable = Buffer.from(
  '{"result":"error","msg":"Events cannot be reached.","code":"SERVICE_UNAVAILABLE","retry-after":1}\n',
);

/** Whoever waits for events waits as well until store and stream answer: for so long, trying again so often. */
const patienceMs = 20_000;
const tryAgainMs = 500;

/**
 * Answers the polls that gateways pass on over their links. The same functions serve all polls, so that one that waits
 * needs none of its own.
 */
export function linkPolls(
  hub: Hub,
  onUnanswered: (poll: IncomingPoll, error: unknown) => void,
): (poll: IncomingPoll) => void {
  const forget = (poll: IncomingPoll) => {
    hub.forget(poll.request.queueId, poll);
  };
  return (poll) => {
    poll.onCancel = forget;
    answer(hub, poll).catch((error: unknown) => {
      onUnanswered(poll, error);
      poll.respond(503, unavailable);
    });
  };
}

/** Answers or parks the poll. @throws when store or stream could not be reached for as long as anybody waits */
async function answer(hub: Hub, poll: IncomingPoll): Promise<void> {
  const { dontBlock } = poll.request;
  const until = performance.now() + (dontBlock ? 0 : patienceMs);
  for (;;) {
    try {
      await hub.poll(poll.request, poll);
      return;
    } catch (error) {
      if (!poll.waiting) return;
      if (performance.now() >= until) throw error;
      hub.retries += 1;
      await delay(tryAgainMs);
    }
  }
}
