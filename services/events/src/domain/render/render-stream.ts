import { withoutArchived } from "./archived-channels.ts";
import { can } from "./render-options.ts";
import type { ClientEvent, Renderer } from "./renderer.ts";

/**
 * `stream` events: for clients without the capability `archived_channels` a channel that is archived is gone, and one
 * that is taken back (`internal.unarchived`) is new; of those that stay archived they hear nothing
 * (docs/behaviour/events.md#client-capabilities).
 */
export const streamRenderer: Renderer = {
  variant: (options) => (can(options, "archived_channels") ? "all" : "unarchived"),
  render: ({ event, internal }, options) => {
    if (can(options, "archived_channels")) return [event];
    if (event["op"] === "create") return created(event["streams"] as readonly ClientEvent[]);
    if (event["op"] !== "update" || event["property"] !== "is_archived") {
      const known = withoutArchived(event, internal, options);
      return known ? [known] : [];
    }
    if (event["value"] === true) return [deleted(event["stream_id"])];
    const unarchived = internal?.["unarchived"] as ClientEvent | undefined;
    return unarchived ? created([unarchived]) : [];
  },
};

function created(channels: readonly ClientEvent[]): readonly ClientEvent[] {
  const streams = channels.filter((channel) => channel["is_archived"] !== true);
  return streams.length === 0 ? [] : [{ type: "stream", op: "create", streams }];
}

function deleted(id: unknown): ClientEvent {
  return { type: "stream", op: "delete", streams: [{ stream_id: id }], stream_ids: [id] };
}
