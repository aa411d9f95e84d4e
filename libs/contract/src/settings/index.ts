import { confirmEmailChange } from "./confirm-email-change.ts";
import { updateDisplaySettings } from "./update-display-settings.ts";
import { updateNotificationSettings } from "./update-notification-settings.ts";
import { updateSettings } from "./update-settings.ts";

export { languageNames } from "./languages.ts";
export { confirmEmailChange, updateDisplaySettings, updateNotificationSettings, updateSettings };

export const settingsOperations = [
  updateSettings,
  updateDisplaySettings,
  updateNotificationSettings,
  confirmEmailChange,
] as const;
