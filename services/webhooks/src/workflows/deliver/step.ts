import type { Delivery } from "../../queries/deliveries.ts";

/** State of the bot's server that a try has shown, for its other deliveries. */
export type EndpointFinding =
  | { readonly kind: "answered" }
  /** `pauseMs` is what it asked for; null when it did not. */
  | { readonly kind: "failed"; readonly pauseMs: number | null }
  | { readonly kind: "gone"; readonly url: string };

/** Result of a step of a delivery; `finding` is null when nothing was learnt of the endpoint. */
export interface Step {
  readonly next: Delivery;
  readonly finding: EndpointFinding | null;
}

export const unavailable = "Failure! Bot is unavailable";

/** Has the bot say this in the conversation, perhaps with a form, which is due at once. */
export function says(
  delivery: Delivery,
  reply: string,
  replyWidget: string | null = null,
): Delivery {
  return { ...delivery, state: "replying", reply, replyWidget, replyAttempts: 0 };
}

interface Failure {
  /** Text that the conversation sees. */
  readonly reply: string;
  /** Description of the failure, for the owner. */
  readonly problem: string;
  readonly tellsOwner: boolean;
}

/** Fails the delivery for good: the conversation is told, and the bot's owner. */
export function fails(delivery: Delivery, { problem, reply, tellsOwner }: Failure): Delivery {
  return { ...says(delivery, reply), failure: problem, lastError: problem, tellsOwner };
}
