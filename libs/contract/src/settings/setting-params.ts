import { z } from "zod";

import { fullName, keyword, line } from "../bounded-text.ts";
import { json, type Param, text, word } from "../param.ts";
import { type UserSettings, userSettings } from "../users/user-settings.ts";
import { isTimeZone } from "./time-zone.ts";

type SettingParams = {
  readonly [Name in keyof UserSettings]: Param<z.ZodType<UserSettings[Name] | undefined>>;
};

/** Every setting of a user as a parameter that may be absent. */
export const settingParams = Object.fromEntries(
  Object.entries(userSettings.shape).map(([name, schema]) => {
    const setting = schema.unwrap();
    const described = setting.optional().describe(schema.description ?? "");
    const isText = setting instanceof z.ZodEnum || setting instanceof z.ZodString;
    return [name, (isText ? word : json)(described)];
  }),
) as unknown as SettingParams;

/** Parameters of `PATCH /settings` and its older addresses. */
export const ownSettingParams = {
  full_name: text(
    fullName
      .optional()
      .describe("New name; ignored where the organization keeps users from renaming themselves"),
  ),
  email: text(
    line
      .optional()
      .describe("New e-mail address; it holds once the link that is sent there is opened"),
  ),
  old_password: text(line.default("").describe("The current password, to set a new one")),
  new_password: text(line.optional().describe("New password")),
  ...settingParams,
  timezone: word(
    keyword
      .refine(isTimeZone, "Not a recognized time zone")
      .optional()
      .describe("IANA name of the user's time zone"),
  ),
} as const;
