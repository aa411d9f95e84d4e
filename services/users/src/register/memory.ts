import { type Database, type HotPool, sql } from "@team-chat/pg";
import { type RegisterMemory, RegisterReads, rowsOfSections } from "@team-chat/register";
import { z } from "zod";

import type { RealmCache } from "../domain/organization/realm-cache.ts";
import type { RealmView } from "../domain/organization/realm-view.ts";
import { sections } from "./sections.ts";

interface Parts {
  readonly db: Database;
  readonly hot: HotPool;
  readonly realms: RealmCache;
}

/** Reads for registrations, with organizations, accounts and groups from memory. Rejects as `RealmCache` does. */
export function createRegisterReads({
  db,
  hot,
  realms,
}: Parts): RegisterReads<RealmView, RealmView> {
  return new RegisterReads({ db, hot, memory: memoryOf(realms), rows: rowsOfSections(sections) });
}

const row = z.object({ version: z.coerce.number() });

/**
 * Versions are given out under a lock that is held until commit, so a snapshot sees a prefix of them: a view of the
 * version that a statement saw is what the statement would have read.
 */
function memoryOf(realms: RealmCache): RegisterMemory<RealmView, RealmView> {
  return {
    maxTries: 3,
    recall: async ({ realmId }, tx) =>
      tx === null ? (realms.lastKnown(realmId) ?? realms.current(realmId)) : realms.at(tx, realmId),
    columns: {
      select: ({ realmId }) =>
        sql.fragment`(select version from realm_version where realm_id = ${realmId}) as version`,
    },
    settle: async ({ known, realmId }, { columns }) => {
      if (row.parse(columns).version === known.version) return known;
      await realms.current(realmId);
      return null;
    },
  };
}
