import type { z } from "zod";

import type { DomainEvent } from "../bundle.ts";
import type { messageFacts } from "./bundle-facts.ts";
import type { WideMessage } from "./message.ts";

/** The event of a message that is not written yet: only the statement knows its id and time. */
export interface NewMessageEvent extends Omit<DomainEvent, "event" | "internal" | "slots"> {
  readonly message: Omit<WideMessage, "id" | "timestamp">;
  readonly internal: z.infer<typeof messageFacts>;
}

/** Adds to the event of a message what is known once the message is written. */
export function messageEvent(
  { message, ...rest }: NewMessageEvent,
  written: Pick<WideMessage, "id" | "timestamp" | "submessages">,
): DomainEvent {
  const { id, timestamp, submessages } = written;
  return {
    ...rest,
    event: { type: "message", message: { id, timestamp, ...message, submessages } },
  };
}
