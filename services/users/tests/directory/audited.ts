import { sql } from "@team-chat/pg";
import { z } from "zod";

import type { World } from "../world.ts";

const change = z.object({ after: z.record(z.string(), z.unknown()).nullish() });

/** Lists what the audit log says that things of a kind are after their changes, oldest first. */
export async function auditedAfter({ database, realm }: World, object: string) {
  const rows = await database.anyFirst(sql.type(z.object({ change }))`
    select change from audit_entry, jsonb_array_elements(changes) as change
    where realm_id = ${realm.id} and change->>'object' = ${object}
    order by position
  `);
  return rows.flatMap(({ after }) => (after ? [after] : []));
}
