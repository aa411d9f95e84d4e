import { can } from "./render-options.ts";
import type { ClientEvent, Renderer } from "./renderer.ts";

/**
 * `presence` events: by user id with simplified_presence_events, as `internal` has it; else the older form, its `email`
 * only without slim_presence.
 */
export const presenceRenderer: Renderer = {
  variant: (options) => {
    if (can(options, "simplified_presence_events")) return "simplified";
    return options.slimPresence ? "slim" : "email";
  },
  render: ({ event, internal = {} }, options) => {
    if (can(options, "simplified_presence_events"))
      return [{ type: "presence", presences: { [String(event["user_id"])]: internal } }];
    if (!options.slimPresence) return [event];
    const { email: _, ...rest } = event as ClientEvent;
    return [rest];
  },
};
