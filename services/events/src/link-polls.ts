import type { IncomingPoll } from "@team-chat/link";

import type { Respond } from "./queues/answers.ts";
import type { Hub } from "./queues/hub.ts";

const unavailable = Buffer.from(
  '{"result":"error","msg":"Events cannot be reached.","code":"SERVICE_UNAVAILABLE","retry-after":1}\n',
);

/** Answers the polls that gateways pass on over their links. */
export function linkPolls(
  hub: Hub,
  onError: (error: unknown) => void,
): (poll: IncomingPoll) => void {
  return (poll) => {
    const { request } = poll;
    const respond: Respond = (status, body, end) => {
      if (end === undefined) poll.respond(status, body);
      else poll.respondShared(status, body, end);
    };
    poll.onCancel = () => {
      hub.forget(request.queueId, respond);
    };
    hub
      .poll(
        { ...request, lastEventId: request.lastEventId ?? undefined },
        respond,
        () => poll.waiting,
      )
      .catch((error: unknown) => {
        onError(error);
        poll.respond(503, unavailable);
      });
  };
}
