import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

const due = z.object({
  kind: z.enum(["export", "hold_export", "person_export", "import"]),
  seconds: z.number(),
});

/** Returns for how long the first of each kind of what is exported and taken in has been due; 0 where nothing is. */
export function listArchivesDue(
  db: Connection,
  nowMs: number,
): Promise<readonly z.infer<typeof due>[]> {
  const now = sql.fragment`${new Date(nowMs).toISOString()}::timestamptz`;
  return db.any(sql.type(due)`
    select kind, greatest(coalesce(extract(epoch from ${now} - min(due_at)), 0), 0)::float8 as seconds
    from unnest(array['export', 'hold_export', 'person_export', 'import']) as each(kind)
    left join (
      select 'export' as kind, due_at from realm_export where state in ('waiting', 'running')
      union all select 'hold_export', due_at from hold_export where state in ('waiting', 'running')
      union all select 'person_export', due_at from person_export where state in ('waiting', 'running')
      union all select 'import', due_at from realm_import where state in ('checking', 'running')
    ) open using (kind)
    group by kind
  `);
}
