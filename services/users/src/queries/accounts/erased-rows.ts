// What is deleted here of somebody who is erased (docs/erasure.md#what-goes).
import {
  type Connection,
  countPersonRows,
  deletePersonRows,
  type RowCount,
  sql,
  type Transaction,
} from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "./account-lock.ts";

/** Tables whose rows stay: the placeholder, in which groups it is, and that the person was erased. */
const staying: readonly string[] = ["account", "group_member", "person_erasure"];

/** A person with the address that the person had. */
interface Erased extends AccountRef {
  readonly email: string;
}

/** Has nothing written down from now on of what the transaction changes (docs/subsystems/audit.md#flow). */
export async function skipAudit(tx: Transaction): Promise<void> {
  await tx.query(sql.unsafe`set local audit.skip = on`);
}

/** Deletes whatever is of the person alone, and takes out of the account what nobody else sees. */
export async function eraseRows(
  tx: Transaction,
  { email, realmId, userId }: Erased,
): Promise<void> {
  await deletePersonRows(tx, { realmId, userId, except: staying });
  await tx.query(sql.unsafe`
    delete from scim_external_id where realm_id = ${realmId} and kind = 'user' and resource_id = ${userId}`);
  await tx.query(sql.unsafe`
    delete from mail where realm_id = ${realmId} and lower(recipient) = lower(${email})`);
  await tx.query(sql.unsafe`
    delete from invitation where realm_id = ${realmId} and lower(email) = lower(${email})`);
  await tx.query(sql.unsafe`
    update operator_action set input = input - 'email' - 'confirm'
    where realm_id = ${realmId} and lower(input ->> 'email') = lower(${email})`);
  await tx.query(sql.unsafe`
    update account set settings = '{}', alert_words = '{}', muted_users = '[]', timezone = '', rate_limits = '',
      profile_data = '{}', can_create_users = false, can_change_user_emails = false
    where realm_id = ${realmId} and user_id = ${userId}`);
}

const count = z.object({ place: z.string(), count: z.number() });

/** Counts what is left here of a person, in every table that names people. */
export async function countErasedRows(
  db: Connection,
  { realmId, userId }: AccountRef,
): Promise<readonly RowCount[]> {
  const rows = await countPersonRows(db, { realmId, userId, except: staying });
  const apart = await db.any(sql.type(count)`
    select 'scim_external_id' as place, count(*) as count from scim_external_id
    where realm_id = ${realmId} and kind = 'user' and resource_id = ${userId}
    union all
    select 'invitation.invited_by', count(*) from invitation
    where realm_id = ${realmId} and invited_by = ${userId}
    union all
    select 'account, not a placeholder', count(*) from account
    where realm_id = ${realmId} and user_id = ${userId} and (
      is_active or avatar_source <> 'G' or profile_data <> '{}' or settings <> '{}' or timezone <> ''
      or alert_words <> '{}' or muted_users <> '[]')`);
  return [...rows, ...apart];
}
