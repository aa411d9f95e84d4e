import { type Connection, type Fragment, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

/** A playground. */
export const playgroundRow = z.object({
  id: z.number(),
  name: z.string(),
  pygmentsLanguage: z.string(),
  urlTemplate: z.string(),
});

export type PlaygroundRow = z.infer<typeof playgroundRow>;

/** Returns the query for all playgrounds of the organization, by id. */
export function selectPlaygrounds(realmId: number | Fragment) {
  return sql.fragment`
    select
      playground_id as id, name, pygments_language as "pygmentsLanguage", url_template as "urlTemplate"
    from playground
    where realm_id = ${realmId}
    order by playground_id
  `;
}

/** Lists all playgrounds of the organization, by id. */
export function listPlaygroundRows(
  db: Connection,
  realmId: number,
): Promise<readonly PlaygroundRow[]> {
  return db.any(sql.type(playgroundRow)`${selectPlaygrounds(realmId)}`);
}

/** Inserts a playground and returns its id, or null when the language has one of this name. */
export async function insertPlayground(
  tx: Transaction,
  realmId: number,
  { name, pygmentsLanguage, urlTemplate }: Omit<PlaygroundRow, "id">,
): Promise<number | null> {
  return tx.maybeOneFirst(sql.type(z.object({ id: z.number() }))`
    insert into playground (realm_id, name, pygments_language, url_template)
    values (${realmId}, ${name}, ${pygmentsLanguage}, ${urlTemplate})
    on conflict do nothing
    returning playground_id as id
  `);
}

/** False when there is no such playground. */
export async function deletePlayground(
  tx: Transaction,
  realmId: number,
  id: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    delete from playground where realm_id = ${realmId} and playground_id = ${id}
  `);
  return rowCount > 0;
}
