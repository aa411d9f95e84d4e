import { type Connection, sql, type Transaction } from "@team-chat/pg";
import { z } from "zod";

import { IdSet } from "../../values/id-set.ts";
import type { GuestVisibility } from "../../values/visibility.ts";

const visibilityRow = z.object({
  guestId: z.number(),
  limited: z.boolean(),
  seen: z.instanceof(Buffer),
  acquainted: z.instanceof(Buffer),
});

/** GuestVisibilities that changed after the version (0 for all). */
export async function listVisibilitiesSince(
  db: Connection,
  realmId: number,
  version: number,
): Promise<readonly GuestVisibility[]> {
  const rows = await db.any(sql.type(visibilityRow)`
    select guest_id as "guestId", limited, seen, acquainted from guest_sight
    where realm_id = ${realmId} and version > ${version}
  `);
  return rows.map(({ seen, acquainted, ...row }) => ({
    ...row,
    seen: IdSet.fromBuffer(seen),
    acquainted: IdSet.fromBuffer(acquainted),
  }));
}

/** Writes the visibilities; the transaction's version is that of the realm's visibilities from now on. */
export async function upsertVisibilities(
  tx: Transaction,
  realmId: number,
  {
    visibilities,
    version,
  }: { readonly visibilities: readonly GuestVisibility[]; readonly version: number },
): Promise<void> {
  const rows = visibilities.map(({ guestId, limited, seen, acquainted }) => [
    realmId,
    guestId,
    limited,
    seen.toBuffer(),
    acquainted.toBuffer(),
    version,
  ]);
  await tx.query(sql.unsafe`
    insert into guest_sight (realm_id, guest_id, limited, seen, acquainted, version)
    select * from ${sql.unnest(rows, ["int8", "int8", "bool", "bytea", "bytea", "int8"])}
    on conflict (realm_id, guest_id) do update
    set
      limited = excluded.limited, seen = excluded.seen, acquainted = excluded.acquainted,
      version = excluded.version
  `);
  await tx.query(sql.unsafe`
    update realm_version set sight_version = ${version} where realm_id = ${realmId}
  `);
}
