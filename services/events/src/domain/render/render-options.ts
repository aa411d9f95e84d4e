import type { Descriptor } from "../../values/descriptor.ts";

/** Fields of a queue's descriptor that decide how an event looks. */
export type RenderOptions = Pick<
  Descriptor,
  | "applyMarkdown"
  | "capabilities"
  | "clientGravatar"
  | "emptyTopicName"
  | "eventTypes"
  | "includeSubscribers"
  | "slimPresence"
>;

/** Tells whether the client declared a capability. */
export function can(options: RenderOptions, capability: string): boolean {
  return options.capabilities[capability] === true;
}
