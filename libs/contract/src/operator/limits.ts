import { z } from "zod";

import {
  type LimitName,
  limitsChange,
  type LimitsChange,
  organizationLimits,
  type OrganizationLimits,
} from "../internal/organization-limits.ts";

const limit = organizationLimits.shape;
const change = limitsChange.shape;

/** Everything that an organization may have, as its operator reads it (docs/hosting.md#quotas). */
export const operatorLimits = z.object({
  requests_per_second: limit.requestsPerSecond,
  concurrent_requests: limit.concurrentRequests,
  processor_ms_per_second: limit.processorMsPerSecond,
  database_ms_per_second: limit.databaseMsPerSecond,
  weight: limit.weight,
  people: limit.people,
  guests: limit.guests,
  bots: limit.bots,
  outgoing_webhooks: limit.outgoingWebhooks,
  channels: limit.channels,
  messages_per_day: limit.messagesPerDay,
  stored_mib: limit.storedMib,
  upload_mib: limit.uploadMib,
  queues: limit.queues,
  deliveries_per_minute: limit.deliveriesPerMinute,
  events_per_second: limit.eventsPerSecond,
});

export type OperatorLimits = z.infer<typeof operatorLimits>;

/** Limits that an operator changes. */
export const operatorLimitsChange = z
  .strictObject({
    requests_per_second: change.requestsPerSecond,
    concurrent_requests: change.concurrentRequests,
    processor_ms_per_second: change.processorMsPerSecond,
    database_ms_per_second: change.databaseMsPerSecond,
    weight: change.weight,
    people: change.people,
    guests: change.guests,
    bots: change.bots,
    outgoing_webhooks: change.outgoingWebhooks,
    channels: change.channels,
    messages_per_day: change.messagesPerDay,
    stored_mib: change.storedMib,
    upload_mib: change.uploadMib,
    queues: change.queues,
    deliveries_per_minute: change.deliveriesPerMinute,
    events_per_second: change.eventsPerSecond,
  })
  .partial();

/** Name of each limit in the operator's interface. */
export const operatorLimitNames = {
  requestsPerSecond: "requests_per_second",
  concurrentRequests: "concurrent_requests",
  processorMsPerSecond: "processor_ms_per_second",
  databaseMsPerSecond: "database_ms_per_second",
  weight: "weight",
  people: "people",
  guests: "guests",
  bots: "bots",
  outgoingWebhooks: "outgoing_webhooks",
  channels: "channels",
  messagesPerDay: "messages_per_day",
  storedMib: "stored_mib",
  uploadMib: "upload_mib",
  queues: "queues",
  deliveriesPerMinute: "deliveries_per_minute",
  eventsPerSecond: "events_per_second",
} as const satisfies Record<LimitName, keyof OperatorLimits>;

const names = Object.entries(operatorLimitNames);

/** Presents limits to an operator. */
export function presentLimits(limits: OrganizationLimits): OperatorLimits {
  const values = new Map<string, unknown>(Object.entries(limits));
  return operatorLimits.parse(
    Object.fromEntries(names.map(([own, theirs]) => [theirs, values.get(own)])),
  );
}

/** Reads the limits that an operator changes; those that are not given stay. */
export function readLimitsChange(given: z.output<typeof operatorLimitsChange>): LimitsChange {
  const values = new Map<string, unknown>(Object.entries(given));
  const changed = names.filter(([, theirs]) => values.get(theirs) !== undefined);
  return limitsChange.parse(
    Object.fromEntries(changed.map(([own, theirs]) => [own, values.get(theirs)])),
  );
}
