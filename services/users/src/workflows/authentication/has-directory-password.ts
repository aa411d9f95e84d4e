import type { Connection } from "@team-chat/pg";

import { takesDirectory } from "../../policies/authentication/methods.ts";
import { isDirectoryAccount } from "../../queries/authentication/directories.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/** Tells whether somebody has their password in the organization's directory, and sets none of their own here. */
export async function hasDirectoryPassword(
  db: Connection,
  realm: RealmRow,
  userId: number,
): Promise<boolean> {
  if (!takesDirectory(completeSettings(realm.settings), realm)) return false;
  return isDirectoryAccount(db, { realmId: realm.id, userId });
}
