import { z } from "zod";

const value = z.union([z.boolean(), z.int(), z.string()]).describe("New value");
const languageName = z
  .string()
  .optional()
  .describe("English name of the language, when it is `default_language` that changed");
const user = z.string().describe("API address of the user");

/** A setting of the user changed. */
const userSettingsEvent = z.strictObject({
  type: z.literal("user_settings"),
  op: z.literal("update"),
  property: z.string().describe("Name of the setting"),
  value,
  language_name: languageName,
});

/** Says that a setting changed that is not about notifications, for clients without `user_settings_object`. */
const displaySettingsEvent = z.strictObject({
  type: z.literal("update_display_settings"),
  user,
  setting_name: z.string().describe("Name of the setting"),
  setting: value,
  language_name: languageName,
});

/** Says that a setting of notifications changed, for clients without `user_settings_object`. */
const globalNotificationsEvent = z.strictObject({
  type: z.literal("update_global_notifications"),
  user,
  notification_name: z.string().describe("Name of the setting"),
  setting: value,
});

/** Events of one user's settings. */
export const settingsEvent = z.discriminatedUnion("type", [
  userSettingsEvent,
  displaySettingsEvent,
  globalNotificationsEvent,
]);
