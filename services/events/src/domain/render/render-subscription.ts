import { withoutArchived } from "./archived-channels.ts";
import { can, type RenderOptions } from "./render-options.ts";
import type { ClientEvent, Renderer } from "./renderer.ts";

/**
 * `subscription` add, made from the widest form: the list of subscribers only for queues that asked for it, the users'
 * defaults (`internal.notification_defaults`) instead of null for clients without `notification_settings_null`,
 * archived channels only with `archived_channels` (docs/behaviour/events.md#client-capabilities). The other operations
 * leave out archived channels as well (`internal.archived_channels`).
 */
export const subscriptionRenderer: Renderer = {
  variant: (options) =>
    [
      options.includeSubscribers,
      can(options, "notification_settings_null"),
      can(options, "archived_channels"),
    ].join(),
  render: ({ event, internal }, options) => {
    const known = withoutArchived(event, internal, options);
    if (!known) return [];
    if (event["op"] !== "add") return [known];
    const defaults = (internal?.["notification_defaults"] ?? {}) as ClientEvent;
    const subscriptions = (event["subscriptions"] as readonly ClientEvent[])
      .filter((one) => can(options, "archived_channels") || one["is_archived"] !== true)
      .map((one) => subscriptionFor(one, defaults, options));
    return subscriptions.length === 0 ? [] : [{ ...event, subscriptions }];
  },
};

function subscriptionFor(
  subscription: ClientEvent,
  defaults: ClientEvent,
  options: RenderOptions,
): ClientEvent {
  const keepsNull = can(options, "notification_settings_null");
  const fields = Object.entries(subscription)
    .filter(([name]) => options.includeSubscribers || name !== "subscribers")
    .map(([name, value]) => {
      const replaced = value === null && !keepsNull && name in defaults;
      return [name, replaced ? defaults[name] : value];
    });
  return Object.fromEntries(fields) as ClientEvent;
}
