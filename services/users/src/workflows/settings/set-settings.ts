import {
  encodeAudience,
  languageNames,
  notificationSettingNames,
  roles,
  type UserSettings,
} from "@team-chat/contract";

import { apiEmail } from "../../policies/accounts/api-email.ts";
import { type Account, listActiveIds, updateAccount } from "../../queries/accounts/accounts.ts";
import type { Change } from "../change.ts";
import { emitEmailVisibility, emitUserUpdated } from "../events/emit-user.ts";

/** Settings that differ from the present ones, and a new time zone. */
export interface SettingsChange {
  readonly settings: Partial<UserSettings>;
  readonly timezone?: string | undefined;
}

/**
 * Gives the user these settings, and tells the user, and others what they can see of it
 * (docs/behaviour/settings.md#events-of-settings).
 */
export async function setSettings(
  change: Change,
  user: Account,
  { settings, timezone }: SettingsChange,
): Promise<void> {
  const { tx, realmId, versions } = change;
  const { email_address_visibility: emailVisibility, ...stored } = settings;
  const differences = {
    ...(emailVisibility === undefined ? {} : { emailVisibility }),
    ...(timezone === undefined ? {} : { timezone }),
    settings: { ...user.settings, ...stored },
  };
  await updateAccount(tx, { realmId, userId: user.userId }, { change: differences, versions });
  const after: Account = { ...user, ...differences };
  for (const [name, value] of Object.entries(settings)) emitSetting(change, after, { name, value });
  const { allow_private_data_export: consented } = settings;
  if (consented !== undefined) await emitConsent(change, user, consented);
  if (emailVisibility !== undefined) await emitEmailVisibility(change, user, after);
  if (timezone === undefined) return;
  emitSetting(change, after, { name: "timezone", value: timezone });
  const email = apiEmail(after, change.hostname);
  emitUserUpdated(change, user, { email, timezone });
}

/** Tells administrators whether exports may have the user's private data. */
async function emitConsent(change: Change, user: Account, consented: boolean): Promise<void> {
  const { emit, realmId, tx } = change;
  const audience = encodeAudience(await listActiveIds(tx, realmId, roles.administrator));
  emit({ audience, event: { type: "realm_export_consent", user_id: user.userId, consented } });
}

interface Setting {
  readonly name: string;
  readonly value: unknown;
}

function emitSetting(change: Change, user: Account, { name, value }: Setting): void {
  const audience = encodeAudience([user.userId]);
  const language =
    name === "default_language" ? { language_name: languageNames[String(value)] } : {};
  change.emit({
    audience,
    event: { type: "user_settings", op: "update", property: name, value, ...language },
  });
  const email = apiEmail(user, change.hostname);
  change.emit({
    audience,
    event: notificationSettingNames.has(name)
      ? {
          type: "update_global_notifications",
          user: email,
          notification_name: name,
          setting: value,
        }
      : {
          type: "update_display_settings",
          user: email,
          setting_name: name,
          setting: value,
          ...language,
        },
  });
}
