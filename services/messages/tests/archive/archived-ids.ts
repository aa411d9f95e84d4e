import { sql } from "@team-chat/pg";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import type { World } from "../world.ts";

/** Ids of the messages that the archive has, ascending. */
export function archivedIds({ db }: World, { id }: Realm): Promise<readonly number[]> {
  return db.anyFirst(sql.type(z.object({ id: z.number() }))`
    select id from archived_message where realm_id = ${id} order by id`);
}
