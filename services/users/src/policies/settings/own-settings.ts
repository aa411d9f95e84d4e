import { realmSettings, roles, type UserSettings, userSettings } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";

interface Owner {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly emailVisibility: number;
}

/** Returns everything the user has set or has by default. */
export function settingsOf(user: Owner): UserSettings {
  return { ...userSettings.parse(user.settings), email_address_visibility: user.emailVisibility };
}

interface Organization {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly userSettingsDefaults: Readonly<Record<string, unknown>>;
}

/** Returns the settings of a new person, as the organization wants them. */
export function newPersonSettings(realm: Organization): Readonly<Record<string, unknown>> {
  const { default_language } = realmSettings.parse(realm.settings);
  return { default_language, ...realm.userSettingsDefaults };
}

/** Returns those of the wanted settings that differ from the present ones. */
export function changedSettings(
  present: UserSettings,
  wanted: Readonly<Record<string, unknown>>,
): Partial<UserSettings> {
  const now: Readonly<Record<string, unknown>> = present;
  const names = Object.keys(userSettings.shape);
  return Object.fromEntries(
    names
      .filter((name) => wanted[name] !== undefined && wanted[name] !== now[name])
      .map((name) => [name, wanted[name]]),
  );
}

/** Tells whether users may change their own name. */
export function mayRename(
  user: { readonly role: number },
  realm: { readonly name_changes_disabled: boolean },
): boolean {
  return !realm.name_changes_disabled || user.role <= roles.administrator;
}

/** @throws BAD_REQUEST where the organization keeps users from giving themselves another address */
export function checkMayChangeOwnEmail(
  user: { readonly role: number },
  realm: { readonly email_changes_disabled: boolean },
): void {
  if (realm.email_changes_disabled && user.role > roles.administrator) {
    throw new AppError("BAD_REQUEST", "Email address changes are disabled in this organization.");
  }
}
