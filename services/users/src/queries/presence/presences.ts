import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { beingDeleted } from "../organization/deletions.ts";

const presenceRow = z.object({
  userId: z.number(),
  activeAt: z.date(),
  connectedAt: z.date(),
  inputAt: z.date().nullable(),
});

export type PresenceRow = z.infer<typeof presenceRow>;

/** Lists everybody's presence that any process wrote since the moment, in no order. */
export function listPresencesSince(
  db: Connection,
  realmId: number,
  since: Date,
): Promise<readonly PresenceRow[]> {
  return db.any(sql.type(presenceRow)`
    select
      user_id as "userId", active_at as "activeAt", connected_at as "connectedAt", input_at as "inputAt"
    from presence
    where realm_id = ${realmId} and written_at >= ${since.toISOString()}::timestamptz
  `);
}

/**
 * Writes all of them with one statement; what another process knows to be later stays. `backwards` also writes earlier
 * times.
 */
export async function upsertPresences(
  db: Connection,
  realmId: number,
  { rows, backwards = false }: { rows: readonly PresenceRow[]; backwards?: boolean },
): Promise<void> {
  const times = (pick: (row: PresenceRow) => Date | null) =>
    sql.array(
      rows.map((row) => pick(row)?.toISOString() ?? null),
      "timestamptz",
    );
  const ids = sql.array(
    rows.map(({ userId }) => userId),
    "int8",
  );
  await db.query(sql.unsafe`
    insert into presence as old (realm_id, user_id, active_at, connected_at, input_at, written_at)
    select ${realmId}, user_id, active_at, connected_at, input_at, clock_timestamp()
    from unnest(
      ${ids}, ${times((row) => row.activeAt)}, ${times((row) => row.connectedAt)},
      ${times((row) => row.inputAt)}
    ) as new (user_id, active_at, connected_at, input_at)
    where not exists (${beingDeleted(sql.fragment`${realmId}`)})
    -- In one order, so that two processes cannot wait for each other.
    order by user_id
    on conflict (realm_id, user_id) do update
    set
      active_at = case when ${backwards} then excluded.active_at else greatest(old.active_at, excluded.active_at) end,
      connected_at = case
        when ${backwards} then excluded.connected_at else greatest(old.connected_at, excluded.connected_at)
      end,
      input_at = greatest(old.input_at, excluded.input_at),
      written_at = excluded.written_at
  `);
}
