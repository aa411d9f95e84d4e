import { registerSection, type Registration } from "../../registration/registration.ts";
import { legacySettings, settingChoices } from "../../registration/setting-fields.ts";

/** Display settings one by one, for clients that do not know `user_settings`. */
export const updateDisplaySettings = registerSection({
  name: "update_display_settings",
  render,
  spectator: render,
});

function render(registration: Registration) {
  return legacySettings(registration, "display", settingChoices);
}
