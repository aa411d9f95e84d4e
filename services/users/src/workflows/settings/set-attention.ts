import { encodeAudience } from "@team-chat/contract";

import type { Account } from "../../queries/accounts/accounts.ts";
import { updateAlertWords, updateMutedUsers } from "../../queries/settings/attention.ts";
import type { Change } from "../change.ts";

/** Gives the user these alert words and no other, and tells the user. */
export async function setAlertWords(
  { tx, realmId, versions, emit }: Change,
  { userId }: Account,
  words: readonly string[],
): Promise<void> {
  await updateAlertWords(tx, { realmId, userId }, { words, version: versions.version });
  emit({
    audience: encodeAudience([userId]),
    event: { type: "alert_words", alert_words: [...words] },
  });
}

/** Makes these users the ones whom the user muted, and tells the user. */
export async function setMutedUsers(
  { tx, realmId, versions, emit }: Change,
  { userId }: Account,
  mutedUsers: Account["mutedUsers"],
): Promise<void> {
  await updateMutedUsers(tx, { realmId, userId }, { mutedUsers, version: versions.version });
  emit({
    audience: encodeAudience([userId]),
    event: { type: "muted_users", muted_users: [...mutedUsers] },
  });
}
