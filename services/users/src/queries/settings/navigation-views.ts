import { type Connection, sql, type Transaction, UniqueViolation } from "@team-chat/pg";
import { z } from "zod";

import type { AccountRef } from "../accounts/account-lock.ts";

/** A view without its user. */
export const viewRow = z.object({
  fragment: z.string(),
  isPinned: z.boolean(),
  name: z.string().nullable(),
});

export type ViewRow = z.infer<typeof viewRow>;

/** Columns of `viewRow`. */
export const viewColumns = sql.fragment`fragment, is_pinned as "isPinned", name`;

/** Lists the user's views by fragment. */
export function listViews(db: Connection, own: AccountRef): Promise<readonly ViewRow[]> {
  return db.any(sql.type(viewRow)`
    select ${viewColumns} from navigation_view
    where realm_id = ${own.realmId} and user_id = ${own.userId}
    order by fragment
  `);
}

/** Finds the user's view with the fragment, or null. */
export function findView(
  db: Connection,
  own: AccountRef,
  fragment: string,
): Promise<ViewRow | null> {
  return db.maybeOne(sql.type(viewRow)`
    select ${viewColumns} from navigation_view
    where realm_id = ${own.realmId} and user_id = ${own.userId} and fragment = ${fragment}
  `);
}

/** False when the user has one with this fragment or this name. */
export async function insertView(
  tx: Transaction,
  own: AccountRef,
  view: ViewRow,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    insert into navigation_view (realm_id, user_id, fragment, is_pinned, name)
    values (${own.realmId}, ${own.userId}, ${view.fragment}, ${view.isPinned}, ${view.name})
    on conflict do nothing
  `);
  return rowCount > 0;
}

/** False when another view of the user has the name; the transaction is then of no more use. */
export async function updateView(
  tx: Transaction,
  own: AccountRef,
  view: ViewRow,
): Promise<boolean> {
  try {
    await tx.query(sql.unsafe`
      update navigation_view set is_pinned = ${view.isPinned}, name = ${view.name}
      where realm_id = ${own.realmId} and user_id = ${own.userId} and fragment = ${view.fragment}
    `);
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}

/** False when the user has no such view. */
export async function deleteView(
  tx: Transaction,
  own: AccountRef,
  fragment: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from navigation_view
    where realm_id = ${own.realmId} and user_id = ${own.userId} and fragment = ${fragment}
  `);
  return rowCount > 0;
}
