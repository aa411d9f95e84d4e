import type { Descriptor } from "../src/values/descriptor.ts";

/** Of a queue of everything, from entry 11 on. */
export const descriptor: Descriptor = {
  id: "0-1-00000000-0000-4000-8000-000000000000",
  realmId: 1,
  userId: 5,
  partition: 0,
  startSequence: 10,
  epoch: "",
  snapshots: {},
  eventTypes: null,
  narrow: [],
  allPublicStreams: false,
  applyMarkdown: false,
  clientGravatar: true,
  slimPresence: false,
  includeSubscribers: false,
  capabilities: {},
  emptyTopicName: "general chat",
  lifespanMs: 600_000,
  polledAt: 0,
};
