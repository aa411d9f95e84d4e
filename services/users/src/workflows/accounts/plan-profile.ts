import type { Connection } from "@team-chat/pg";

import { checkedValue, idsOf, unknownField } from "../../policies/profile-fields/profile-fields.ts";
import { type Sees, seesEverybody } from "../../policies/visibility/visibility.ts";
import { type Account, listAccountsAmong } from "../../queries/accounts/accounts.ts";
import { listFieldRows, type ProfileField } from "../../queries/profile-fields/profile-fields.ts";
import type { ProfileChange } from "../profile-fields/set-profile.ts";

interface Given {
  readonly id: number;
  readonly value: string | readonly number[] | null;
}

interface Asked {
  readonly realmId: number;
  readonly user: Account;
  readonly given: readonly Given[];
  /** Tells which users the caller sees; others do not exist. */
  readonly sees?: Sees;
  /** Refuses fields that the caller may not fill in. */
  readonly check?: (field: ProfileField) => void;
}

/**
 * Plans the changes of a user's profile; values that stay as they are are left out. Two statements, however many
 * values.
 * @throws BAD_REQUEST (docs/behaviour/users.md#profile-values)
 */
export async function planProfile(
  db: Connection,
  { realmId, user, given, sees = seesEverybody, check }: Asked,
): Promise<readonly ProfileChange[]> {
  if (given.length === 0) return [];
  const fields = new Map((await listFieldRows(db, realmId)).map((field) => [field.id, field]));
  const named = given.flatMap(({ value }) => (value === null ? [] : (idsOf(value) ?? [])));
  const people = await listAccountsAmong(db, realmId, named);
  const users = new Map(people.filter(sees).map((account) => [account.userId, account]));
  const changes = new Map<number, ProfileChange>();
  for (const { id, value } of given) {
    const field = fields.get(id);
    if (field === undefined) throw unknownField(id);
    check?.(field);
    const isEmpty = value === null || value.length === 0;
    const wanted = isEmpty ? null : checkedValue({ field, value, users });
    // Of several values of a field the last is meant.
    if (wanted === (user.profileData[String(id)]?.value ?? null)) changes.delete(id);
    else changes.set(id, { field, value: wanted });
  }
  return [...changes.values()];
}
