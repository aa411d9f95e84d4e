import { defineCounter, defineGauge, measureCaches, type Metrics } from "@team-chat/telemetry";

import type { HostRealms } from "./authentication/host-realms.ts";
import type { KeyCache } from "./authentication/key-cache.ts";
import type { EventsProcesses } from "./long-polls/events-processes.ts";
import type { LongPollRegistry } from "./long-polls/long-poll-registry.ts";

export const waitingPolls = defineGauge({
  name: "long_polls.waiting",
  unit: "{poll}",
  meaning: "Long polls that wait for an answer.",
});
export const unsentPolls = defineGauge({
  name: "long_polls.unsent",
  unit: "{poll}",
  meaning: "Those of them for which there is no events process; after 30 s they are refused.",
});
export const answeredPolls = defineCounter({
  name: "long_polls.answered",
  unit: "{poll}",
  meaning: "Long polls that were answered, with events or without.",
});
export const eventsProcesses = defineGauge({
  name: "long_polls.events_processes",
  unit: "{process}",
  meaning: "Events processes that polls can be sent to.",
});

interface Measured {
  readonly events: EventsProcesses;
  readonly hosts: HostRealms;
  readonly keys: KeyCache;
  readonly longPolls: LongPollRegistry;
}

/** Measures what a gateway holds. */
export function measureGateway(
  metrics: Metrics,
  { events, hosts, keys, longPolls }: Measured,
): void {
  measureCaches(metrics, { hosts, keys });
  metrics.observe([waitingPolls, unsentPolls, answeredPolls, eventsProcesses], (tell) => {
    tell(waitingPolls, longPolls.size);
    tell(unsentPolls, longPolls.unsent);
    tell(answeredPolls, longPolls.answered);
    tell(eventsProcesses, events.reachable);
  });
}
