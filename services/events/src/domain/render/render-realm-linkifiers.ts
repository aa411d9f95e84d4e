import { can } from "./render-options.ts";
import type { Renderer } from "./renderer.ts";

/**
 * `realm_linkifiers` events: only for clients that understand URL templates
 * (docs/behaviour/events.md#client-capabilities).
 */
export const realmLinkifiersRenderer: Renderer = {
  variant: (options) => (can(options, "linkifier_url_template") ? "templates" : "none"),
  render: ({ event }, options) => (can(options, "linkifier_url_template") ? [event] : []),
};
