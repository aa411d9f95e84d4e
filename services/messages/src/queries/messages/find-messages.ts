// See docs/subsystems/messages.md.
import { type Connection, type Fragment, type HotPool, runPrepared, sql } from "@team-chat/pg";
import { z } from "zod";

import { sourceOf } from "./message-sources.ts";
import type { Search, Stretch } from "./search-conditions.ts";

/** Connections for searching messages: steady searches use statements that are planned once. */
export interface SearchSources {
  readonly db: Connection;
  readonly pages: HotPool;
}

const idRow = z.object({ id: z.number() });

/** Finds ids of matching messages in each stretch, in no particular order. */
export async function findIds(
  { db, pages }: SearchSources,
  search: Search,
  stretches: readonly Stretch[],
): Promise<readonly number[]> {
  if (stretches.length === 0) return [];
  const query = sql.type(idRow)`${messagesMatching(search, stretches)}`;
  const rows = search.steady
    ? await runPrepared<{ readonly id: string }>(pages, query)
    : await db.any(query);
  return rows.map(({ id }) => Number(id));
}

/** Builds the query for such ids. */
export function messagesMatching(search: Search, stretches: readonly Stretch[]): Fragment {
  const parts = stretches.map(
    (stretch) => sql.fragment`(select found.id from (${sourceOf(search, stretch)}) found)`,
  );
  return sql.fragment`${sql.join(parts, sql.fragment` union all `)}`;
}

/** Builds the search for those of these messages that match, and the stretch to look at. */
export function amongThese(
  search: Search,
  ids: readonly number[],
): { readonly search: Search; readonly stretches: readonly Stretch[] } {
  const where = sql.fragment`(${search.where} and m.id = any(${sql.array([...ids], "int8")}))`;
  const stretches: readonly Stretch[] = [{ direction: "among", anchor: 0, limit: ids.length }];
  return { search: { ...search, where, steady: false }, stretches };
}
