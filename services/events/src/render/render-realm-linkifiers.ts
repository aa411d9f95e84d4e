import { can } from "./render-options.ts";
import type { Renderer } from "./renderer.ts";

/** `realm_linkifiers` events: only for clients that understand URL templates (reference/behaviour.md §14.2). */
export const realmLinkifiersRenderer: Renderer = {
  variant: (options) => (can(options, "linkifier_url_template") ? "templates" : "none"),
  render: ({ event }, options) => (can(options, "linkifier_url_template") ? [event] : []),
};
