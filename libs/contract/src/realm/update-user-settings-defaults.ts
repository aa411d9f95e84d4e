import { z } from "zod";

import { operation } from "../operation.ts";
import { settingParams } from "../settings/setting-params.ts";

export const updateUserSettingsDefaults = operation({
  name: "updateUserSettingsDefaults",
  method: "PATCH",
  path: "/realm/user_settings_defaults",
  owner: "users",
  auth: "user",
  scope: "administration",
  params: settingParams,
  response: z.object({}),
  errors: ["UNAUTHORIZED_PRINCIPAL"],
  doc: "Change what settings new users begin with\n\nFor administrators. Existing users keep what they have.",
});
