import { renderBriefly } from "@team-chat/markdown";

import { isMarkdownField } from "../../policies/profile-fields/profile-fields.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { type ProfileField, updateProfile } from "../../queries/profile-fields/profile-fields.ts";
import type { Change } from "../change.ts";
import { emitUserUpdated } from "../events/emit-user.ts";

/** A field with its new value; null takes it away. */
export interface ProfileChange {
  readonly field: ProfileField;
  readonly value: string | null;
}

/** Writes what changes of a user's profile and tells everybody, one event for each field. */
export async function setProfile(
  change: Change,
  user: Account,
  changes: readonly ProfileChange[],
): Promise<void> {
  const { tx, realmId, versions } = change;
  const profileData: Record<string, ProfileValue> = { ...user.profileData };
  for (const { field, value } of changes) {
    const key = String(field.id);
    if (value === null) delete profileData[key];
    else profileData[key] = profileValue(field, value, realmId);
  }
  const ref = { realmId, userId: user.userId };
  await updateProfile(tx, ref, { profileData, version: versions.version });
  for (const { field } of changes) {
    const now = profileData[String(field.id)] ?? { value: null };
    const custom_profile_field = { id: field.id, ...now };
    emitUserUpdated(change, user, { custom_profile_field });
  }
}

type ProfileValue = Account["profileData"][string];

function profileValue({ kind }: ProfileField, value: string, realmId: number): ProfileValue {
  if (!isMarkdownField(kind)) return { value };
  return { value, rendered_value: renderBriefly(value, realmId) };
}
