import { z } from "zod";

import { operation } from "../operation.ts";
import { ownSettingParams } from "./setting-params.ts";

export const updateNotificationSettings = operation({
  name: "updateNotificationSettings",
  method: "PATCH",
  path: "/settings/notifications",
  owner: "users",
  auth: "human",
  scope: "all",
  verifiesPassword: "old_password",
  params: ownSettingParams,
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change one's notification settings\n\nAn older address of `PATCH /settings`.",
});
