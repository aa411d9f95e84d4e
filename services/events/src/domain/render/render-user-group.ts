import { can } from "./render-options.ts";
import type { ClientEvent, Renderer } from "./renderer.ts";

/**
 * `user_group` events: for clients without the capability `include_deactivated_groups` a group that is deactivated is
 * gone, one that is taken back (`internal.reactivated_group`) is new, and nothing is told of deactivated ones
 * (docs/behaviour/events.md#client-capabilities).
 */
export const userGroupRenderer: Renderer = {
  variant: (options) => (can(options, "include_deactivated_groups") ? "all" : "active"),
  render: ({ event, internal }, options) => {
    if (can(options, "include_deactivated_groups")) return [event];
    const group = internal?.["reactivated_group"] as ClientEvent | undefined;
    if (group) return [{ type: "user_group", op: "add", group }];
    if (internal?.["deactivated_group"] === true) return [];
    const data = event["data"] as ClientEvent | undefined;
    if (event["op"] !== "update" || data?.["deactivated"] !== true) return [event];
    return [{ type: "user_group", op: "remove", group_id: event["group_id"] }];
  },
};
