import type { DomainEvent } from "@team-chat/contract";

import type { Descriptor } from "../../values/descriptor.ts";

/** A client event without `id`. */
export type ClientEvent = Readonly<Record<string, unknown>>;

/** Forms of the events of one type for different clients. */
export interface Renderer {
  /** Names the form that these options get: clients with the same variant share one rendered text. */
  readonly variant: (options: RenderOptions) => string;
  /** The client events in order: one, none, or at most as many as the event has slots. */
  readonly render: (event: DomainEvent, options: RenderOptions) => readonly ClientEvent[];
}

/** The renderer of types that look the same to everybody. */
export const plain: Renderer = {
  variant: () => "",
  render: ({ event }) => [event],
};

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

/** Returns the empty topic's name for the client: empty, if the client knows that topics may be empty. */
export function emptyTopicFor(options: RenderOptions): string {
  return can(options, "empty_topic_name") ? "" : options.emptyTopicName;
}

/** Returns a topic as the client sees it. */
export function shownTopic(topic: unknown, options: RenderOptions): unknown {
  return topic === "" ? emptyTopicFor(options) : topic;
}
