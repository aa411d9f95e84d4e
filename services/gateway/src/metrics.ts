import {
  defineCounter,
  defineGauge,
  defineHistogram,
  measureCaches,
  type Metrics,
} from "@team-chat/telemetry";

import type { HostRealms } from "./authentication/host-realms.ts";
import type { KeyCache } from "./authentication/key-cache.ts";
import type { FairShares } from "./limits/fair-shares.ts";
import type { RequestCounter } from "./limits/request-counter.ts";
import type { WorkLimit } from "./limits/work-limit.ts";
import type { EventsProcesses } from "./long-polls/events-processes.ts";
import type { LongPollRegistry } from "./long-polls/long-poll-registry.ts";

export const waitingPolls = defineGauge({
  name: "long_polls.waiting",
  title: "Long polls",
  unit: "{poll}",
  meaning: "Long polls that wait for an answer.",
});
export const unsentPolls = defineGauge({
  name: "long_polls.unsent",
  title: "Long polls without a process",
  unit: "{poll}",
  meaning: "Long polls for which there is no events process; after 30 s they are refused.",
});
export const answeredPolls = defineCounter({
  name: "long_polls.answered",
  title: "Answered long polls",
  unit: "{poll}",
  meaning: "Long polls that were answered, with events or without.",
});
/** Bounds: there were events at once, soon, within a heartbeat of the events service, and never. */
export const pollDuration = defineHistogram({
  name: "long_polls.duration",
  title: "Time of long polls",
  unit: "s",
  meaning: "From the arrival of a long poll to its answer, by the status of that.",
  labels: ["status"],
  bounds: [0.1, 1, 10, 30, 60, 90],
});
export const uncountedRequests = defineCounter({
  name: "request_limits.uncounted",
  title: "Uncounted requests",
  unit: "{request}",
  meaning: "Requests that passed without being counted, because Redis did not answer.",
});
export const eventsProcesses = defineGauge({
  name: "long_polls.events_processes",
  title: "Known events processes",
  unit: "{process}",
  meaning: "Events processes that polls can be sent to.",
});

export const runningRequests = defineGauge({
  name: "fair_shares.running",
  title: "Requests passed on",
  unit: "{request}",
  meaning: "Requests that were passed on to services and are not answered yet.",
});
export const waitingRequests = defineGauge({
  name: "fair_shares.waiting",
  title: "Waiting for a turn",
  unit: "{request}",
  meaning: "Requests that wait for the turn of their organization.",
});
export const refusedRequests = defineCounter({
  name: "fair_shares.refused",
  title: "Refused for a full share",
  unit: "{request}",
  meaning: "Requests that were refused because too many of their organization waited.",
});

export const workedOn = defineGauge({
  name: "work_limit.running",
  title: "Requests worked on",
  unit: "{request}",
  meaning:
    "Requests that are worked on, of WORK_AT_ONCE; what takes longer than a second is not counted.",
});
export const waitingForOthers = defineGauge({
  name: "work_limit.waiting",
  title: "Waiting for others",
  unit: "{request}",
  meaning: "Requests that wait for others to be answered.",
});
export const refusedWork = defineCounter({
  name: "work_limit.refused",
  title: "Refused for too much work",
  unit: "{request}",
  meaning: "Requests that were refused with 503, because there was too much to do.",
});

/** Returns how to record the answer to a poll: its status, and for how long the poll waited, in ms. */
export function recordPolls(metrics: Metrics): (status: number, ms: number) => void {
  const record = metrics.histogram(pollDuration);
  return (status, ms) => record(ms / 1000, { status });
}

interface Measured {
  readonly counter: RequestCounter;
  readonly events: EventsProcesses;
  readonly hosts: HostRealms;
  readonly keys: KeyCache;
  readonly longPolls: LongPollRegistry;
  readonly shares: FairShares;
  readonly work: WorkLimit;
}

/** Measures what a gateway holds. */
export function measureGateway(
  metrics: Metrics,
  { counter, events, hosts, keys, longPolls, shares, work }: Measured,
): void {
  measureCaches(metrics, { hosts, keys });
  metrics.observe([runningRequests, waitingRequests, refusedRequests], (tell) => {
    tell(runningRequests, shares.running);
    tell(waitingRequests, shares.waiting);
    tell(refusedRequests, shares.refused);
  });
  metrics.observe([workedOn, waitingForOthers, refusedWork], (tell) => {
    tell(workedOn, work.running);
    tell(waitingForOthers, work.waiting);
    tell(refusedWork, work.refused);
  });
  metrics.observe([uncountedRequests], (tell) => tell(uncountedRequests, counter.uncounted));
  metrics.observe([waitingPolls, unsentPolls, answeredPolls, eventsProcesses], (tell) => {
    tell(waitingPolls, longPolls.size);
    tell(unsentPolls, longPolls.unsent);
    tell(answeredPolls, longPolls.answered);
    tell(eventsProcesses, events.reachable);
  });
}
