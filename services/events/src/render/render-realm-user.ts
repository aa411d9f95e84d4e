import type { ClientEvent, Renderer } from "./renderer.ts";

/** `realm_user` add and update: clients that compute avatars are not told the URL of one that they can compute, as `internal.avatar_is_gravatar` says. */
export const realmUserRenderer: Renderer = {
  variant: (options) => (options.clientGravatar ? "computes" : "told"),
  render: ({ event, internal }, options) => {
    const computes = options.clientGravatar && internal?.["avatar_is_gravatar"] === true;
    const person = event["person"] as ClientEvent;
    if (!computes || person["avatar_url"] === undefined) return [event];
    const medium = "avatar_url_medium" in person ? { avatar_url_medium: null } : {};
    return [{ ...event, person: { ...person, avatar_url: null, ...medium } }];
  },
};
