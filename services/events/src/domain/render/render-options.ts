import type { Descriptor } from "../../values/descriptor.ts";

/** What of a queue's descriptor decides how an event looks. */
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

/** Whether the client declared a capability. */
export function can(options: RenderOptions, capability: string): boolean {
  return options.capabilities[capability] === true;
}
