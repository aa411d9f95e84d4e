import { AppError } from "@team-chat/errors";
import type { Connection } from "@team-chat/pg";

import { isNameTaken } from "../../queries/accounts/names.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";

/** @throws BAD_REQUEST when the organization wants unique names and another account has this one */
export async function checkNameFree(
  db: Connection,
  realmId: number,
  user: { readonly userId: number | null; readonly fullName: string },
): Promise<void> {
  const realm = await loadRealm(db, realmId);
  if (
    completeSettings(realm.settings).require_unique_names &&
    (await isNameTaken(db, realmId, user))
  )
    throw new AppError("BAD_REQUEST", "Unique names required in this organization.");
}
