import { type Database, sql } from "@team-chat/pg";
import { z } from "zod";

/** Left free before a block, for those who take single ids in the moment between the two steps. */
const margin = 10_000;
/** JavaScript's numbers are exact up to here; a block that comes near is refused. */
const most = Number.MAX_SAFE_INTEGER / 2;

const last = z.object({ last: z.number() });

/**
 * Keeps so many ids that a sequence gives to nobody else, and returns the first of them.
 * @throws RangeError when there are not so many
 */
export function reserveIds(db: Database, sequence: string, count: number): Promise<number> {
  return db.transaction(async (tx) => {
    // Of two that move a sequence at once, one would move it back.
    await tx.query(
      sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`reserve ${sequence}`}, 0))`,
    );
    const { last: before } = await tx.one(sql.type(last)`
      select nextval(${sequence}::regclass) as last`);
    if (before + margin + count > most) throw new RangeError("There are not so many ids.");
    const { last: after } = await tx.one(sql.type(last)`
      select setval(${sequence}::regclass, ${before + margin + count}) as last`);
    return after - count + 1;
  });
}
