import type { ClientEvent, Renderer } from "./renderer.ts";

/** `realm_user` add: clients that compute avatars are not told the URL of one that they can compute, as `internal.avatar_is_gravatar` says. */
export const realmUserRenderer: Renderer = {
  variant: (options) => (options.clientGravatar ? "computes" : "told"),
  render: ({ event, internal }, options) => {
    const computes = options.clientGravatar && internal?.["avatar_is_gravatar"] === true;
    if (event["op"] !== "add" || !computes) return [event];
    const person = event["person"] as ClientEvent;
    return [{ ...event, person: { ...person, avatar_url: null } }];
  },
};
