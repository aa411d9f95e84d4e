import type { IncomingPoll } from "@team-chat/rpc";

import type { Hub } from "./hub.ts";

const unavailable = Buffer.from(
  '{"result":"error","msg":"Events cannot be reached.","code":"SERVICE_UNAVAILABLE","retry-after":1}\n',
);

/**
 * Answers the polls that gateways pass on over their links. The same functions serve all polls, so that one that waits
 * needs none of its own.
 */
export function linkPolls(
  hub: Hub,
  onError: (error: unknown) => void,
): (poll: IncomingPoll) => void {
  const forget = (poll: IncomingPoll) => {
    hub.forget(poll.request.queueId, poll);
  };
  return (poll) => {
    poll.onCancel = forget;
    hub.poll(poll.request, poll).catch((error: unknown) => {
      onError(error);
      poll.respond(503, unavailable);
    });
  };
}
