import { can } from "./render-options.ts";
import type { Renderer } from "./renderer.ts";

/**
 * `update_display_settings` and `update_global_notifications`: for clients without `user_settings_object`
 * (docs/behaviour/events.md#client-capabilities).
 */
export const legacySettingsRenderer: Renderer = {
  variant: (options) => (can(options, "user_settings_object") ? "none" : "legacy"),
  render: ({ event }, options) => (can(options, "user_settings_object") ? [] : [event]),
};
