import type { DomainEvent } from "@team-chat/contract";

import type { RenderOptions } from "./render-options.ts";

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
