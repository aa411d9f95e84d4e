import { z } from "zod";

import { operation } from "../operation.ts";
import { ownSettingParams } from "./setting-params.ts";

export const updateDisplaySettings = operation({
  name: "updateDisplaySettings",
  method: "PATCH",
  path: "/settings/display",
  owner: "users",
  auth: "human",
  scope: "all",
  verifiesPassword: "old_password",
  params: ownSettingParams,
  response: z.object({}),
  errors: ["BAD_REQUEST"],
  doc: "Change one's display settings\n\nAn older address of `PATCH /settings`.",
});
