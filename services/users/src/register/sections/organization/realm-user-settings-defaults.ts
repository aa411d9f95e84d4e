import { userSettings } from "@team-chat/contract";
import { rememberedFields } from "@team-chat/register";

import { registerSection, type Registration } from "../../registration/registration.ts";
import { settingChoices } from "../../registration/setting-fields.ts";

/** The settings that new users begin with. */
export const realmUserSettingsDefaults = registerSection({
  name: "realm_user_settings_defaults",
  render,
  spectator: render,
});

function render({ realm }: Registration) {
  return rememberedFields(realm, "defaults", () => ({
    realm_user_settings_defaults: {
      ...userSettings.parse(realm.userSettingsDefaults),
      ...settingChoices,
    },
  }));
}
