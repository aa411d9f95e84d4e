import { type RealmSettings, realmSettings } from "@team-chat/contract";

/** Completes the stored settings of an organization, which are those that differ, with the defaults. */
export function completeSettings(stored: Readonly<Record<string, unknown>>): RealmSettings {
  return realmSettings.parse(stored);
}
