import { z } from "zod";

import { operation } from "../operation.ts";
import { ownSettingParams } from "./setting-params.ts";

export const updateSettings = operation({
  name: "updateSettings",
  method: "PATCH",
  path: "/settings",
  owner: "users",
  auth: "human",
  scope: "all",
  verifiesPassword: "old_password",
  params: ownSettingParams,
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change one's settings\n\nTakes every setting of the user, and the name, the e-mail address, the password and the time zone. What is absent stays as it is; an equal value tells nobody.",
});
