import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const head = z.object({ realmId: z.number(), position: z.number() });

/** Lists how far the log of organizations reaches in this service; not those that have no entry. */
export function listHeads(
  db: Connection,
  realmIds: readonly number[],
): Promise<readonly z.infer<typeof head>[]> {
  return db.any(sql.type(head)`
    select realm_id as "realmId", position from audit_head
    where realm_id = any(${sql.array([...realmIds], "int8")})`);
}
