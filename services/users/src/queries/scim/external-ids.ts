import { sql, type Transaction } from "@team-chat/pg";

interface Resource {
  readonly realmId: number;
  readonly kind: "group" | "user";
  readonly id: number;
}

/** Keeps how provisioning systems call a person or a group; null forgets it. */
export async function setExternalId(
  tx: Transaction,
  { id, kind, realmId }: Resource,
  externalId: string | null,
): Promise<void> {
  if (externalId === null)
    await tx.query(sql.unsafe`
      delete from scim_external_id
      where realm_id = ${realmId} and kind = ${kind} and resource_id = ${id}
    `);
  else
    await tx.query(sql.unsafe`
      insert into scim_external_id (realm_id, kind, resource_id, external_id)
      values (${realmId}, ${kind}, ${id}, ${externalId})
      on conflict (realm_id, kind, resource_id) do update set external_id = excluded.external_id
    `);
}
