import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A linkifier without its position. */
export const linkifierRow = z.object({
  id: z.number(),
  pattern: z.string(),
  urlTemplate: z.string(),
});

export type LinkifierRow = z.infer<typeof linkifierRow>;

/** Returns the query for the organization's linkifiers in order. */
export function selectLinkifiers(realmId: number | Fragment) {
  return sql.fragment`
    select linkifier_id as id, pattern, url_template as "urlTemplate" from linkifier
    where realm_id = ${realmId}
    order by position
  `;
}

/** Lists the organization's linkifiers in order. */
export function listLinkifierRows(
  db: Connection,
  realmId: number,
): Promise<readonly LinkifierRow[]> {
  return db.any(sql.type(linkifierRow)`${selectLinkifiers(realmId)}`);
}

/** Adds a linkifier after all others and returns its id. */
export function insertLinkifier(
  tx: Transaction,
  realmId: number,
  linkifier: Omit<LinkifierRow, "id">,
): Promise<number> {
  return tx.oneFirst(sql.type(z.object({ id: z.number() }))`
    insert into linkifier (realm_id, pattern, url_template, position)
    select ${realmId}, ${linkifier.pattern}, ${linkifier.urlTemplate}, coalesce(max(position), 0) + 1
    from linkifier where realm_id = ${realmId}
    returning linkifier_id as id
  `);
}

/** Writes the linkifier's pattern and template. */
export async function updateLinkifierRow(
  tx: Transaction,
  realmId: number,
  linkifier: LinkifierRow,
): Promise<void> {
  await tx.query(sql.unsafe`
    update linkifier set pattern = ${linkifier.pattern}, url_template = ${linkifier.urlTemplate}
    where realm_id = ${realmId} and linkifier_id = ${linkifier.id}
  `);
}

/** Removes the linkifier, if it is there. */
export async function deleteLinkifier(tx: Transaction, realmId: number, id: number): Promise<void> {
  await tx.query(sql.unsafe`
    delete from linkifier where realm_id = ${realmId} and linkifier_id = ${id}
  `);
}

/** Puts all linkifiers into the order of these ids. */
export async function updateLinkifierPositions(
  tx: Transaction,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.query(sql.unsafe`
    update linkifier set position = wanted.position
    from unnest(${sql.array([...ids], "int8")}) with ordinality as wanted (id, position)
    where realm_id = ${realmId} and linkifier_id = wanted.id
  `);
}
