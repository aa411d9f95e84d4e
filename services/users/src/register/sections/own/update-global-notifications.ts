import { registerSection, type Registration } from "../../registration/registration.ts";
import { legacySettings } from "../../registration/setting-fields.ts";

/** Notification settings one by one, for clients that do not know `user_settings`. */
export const updateGlobalNotifications = registerSection({
  name: "update_global_notifications",
  render,
  spectator: render,
});

function render(registration: Registration) {
  return legacySettings(registration, "notification", {});
}
