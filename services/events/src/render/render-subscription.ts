import type { ClientEvent, Renderer } from "./renderer.ts";

/** `subscription` events: the list of subscribers only for queues that asked for it (reference/event-payloads.md §1.2). */
export const subscriptionRenderer: Renderer = {
  variant: (options) => (options.includeSubscribers ? "all" : "bare"),
  render: ({ event }, options) => {
    if (event["op"] !== "add" || options.includeSubscribers) return [event];
    const subscriptions = event["subscriptions"] as readonly ClientEvent[];
    return [{ ...event, subscriptions: subscriptions.map(withoutSubscribers) }];
  },
};

function withoutSubscribers(subscription: ClientEvent): ClientEvent {
  return Object.fromEntries(
    Object.entries(subscription).filter(([name]) => name !== "subscribers"),
  );
}
