import { can } from "./render-options.ts";
import type { ClientEvent, Renderer } from "./renderer.ts";

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
