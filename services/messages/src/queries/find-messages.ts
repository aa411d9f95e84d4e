// See docs/subsystems/messages.md.
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { type Search, sourceOf, type Stretch } from "./message-sources.ts";

const idRow = z.object({ id: z.number(), direction: z.enum(["before", "after", "at", "among"]) });

type FoundId = z.infer<typeof idRow>;

/** Ids of matching messages in each stretch, in no particular order. */
export async function findIds(
  db: Connection,
  search: Search,
  stretches: readonly Stretch[],
): Promise<readonly FoundId[]> {
  if (stretches.length === 0) return [];
  const parts = stretches.map(
    (stretch) =>
      sql.fragment`(select found.id, ${stretch.direction} as direction from (${sourceOf(search, stretch)}) found)`,
  );
  return db.any(sql.type(idRow)`${sql.join(parts, sql.fragment` union all `)}`);
}

/** Of these messages those that match, in no particular order. */
export async function findAmong(
  db: Connection,
  search: Search,
  ids: readonly number[],
): Promise<readonly number[]> {
  const where = sql.fragment`(${search.where} and m.id = any(${sql.array([...ids], "int8")}))`;
  const among: Stretch = { direction: "among", anchor: 0, limit: ids.length };
  const found = await findIds(db, { ...search, where }, [among]);
  return found.map(({ id }) => id);
}
