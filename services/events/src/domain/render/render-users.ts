import { can, type ClientEvent, type Renderer } from "./renderer.ts";

/**
 * `realm_user` add and update: clients that compute avatars are not told the URL of one that they can compute, as
 * `internal.avatar_is_gravatar` says; somebody unknown (`internal.unknown_user`) is only for clients without
 * `user_list_incomplete` (docs/behaviour/events.md#client-capabilities).
 */
export const realmUserRenderer: Renderer = {
  variant: (options) =>
    `${options.clientGravatar ? "computes" : "told"}${can(options, "user_list_incomplete") ? "" : " all"}`,
  render: ({ event, internal }, options) => {
    if (internal?.["unknown_user"] === true && can(options, "user_list_incomplete")) return [];
    const computes = options.clientGravatar && internal?.["avatar_is_gravatar"] === true;
    const person = event["person"] as ClientEvent;
    if (!computes || person["avatar_url"] === undefined) return [event];
    const medium = "avatar_url_medium" in person ? { avatar_url_medium: null } : {};
    return [{ ...event, person: { ...person, avatar_url: null, ...medium } }];
  },
};

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

/**
 * `update_display_settings` and `update_global_notifications`: for clients without `user_settings_object`
 * (docs/behaviour/events.md#client-capabilities).
 */
export const legacySettingsRenderer: Renderer = {
  variant: (options) => (can(options, "user_settings_object") ? "none" : "legacy"),
  render: ({ event }, options) => (can(options, "user_settings_object") ? [] : [event]),
};

/**
 * `realm_linkifiers` events: only for clients that understand URL templates
 * (docs/behaviour/events.md#client-capabilities).
 */
export const realmLinkifiersRenderer: Renderer = {
  variant: (options) => (can(options, "linkifier_url_template") ? "templates" : "none"),
  render: ({ event }, options) => (can(options, "linkifier_url_template") ? [event] : []),
};
