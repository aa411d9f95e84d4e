import { rememberedFields } from "@team-chat/register";

import { registerSection, type Registration } from "../../registration/registration.ts";
import { ownSettings, settingChoices } from "../../registration/setting-fields.ts";

/** All settings of the caller. */
export const userSettings = registerSection({
  name: "user_settings",
  render,
  spectator: render,
});

function render({ own }: Registration) {
  return rememberedFields(own, "user_settings", () => ({
    user_settings: { ...ownSettings(own), ...settingChoices },
  }));
}
