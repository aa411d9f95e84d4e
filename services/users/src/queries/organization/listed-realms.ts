import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

import { realmColumns, realmRow } from "./realms.ts";

const listedRealm = realmRow.extend({
  activeUsers: z.number(),
  /** 0 while it is where hashing puts it. */
  messagesTurn: z.number(),
  /** Null while it is not to be deleted. */
  deletionState: z.enum(["scheduled", "running", "failed"]).nullable(),
  deletionDueAt: z.date().nullable(),
});

/** An organization with its number of active accounts, bots included but for those of the server. */
export type ListedRealm = z.infer<typeof listedRealm>;

const listedColumns = sql.fragment`
  ${realmColumns},
  (select count(*) from account where account.realm_id = realm.realm_id and is_active and not is_system_bot) as "activeUsers",
  coalesce((select turn from messages_turn where messages_turn.realm_id = realm.realm_id), 0) as "messagesTurn",
  gone.state as "deletionState", gone.due_at as "deletionDueAt"
`;

const listedRealms = sql.fragment`realm left join lateral (
  select state, due_at from realm_deletion d where d.realm_id = realm.realm_id and d.state <> 'done'
) gone on true`;

/** Lists all organizations by id, with their number of active accounts, bots included but for those of the server. */
export function listRealmRows(db: Connection): Promise<readonly ListedRealm[]> {
  return db.any(sql.type(listedRealm)`
    select ${listedColumns} from ${listedRealms} order by realm_id
  `);
}

interface RealmPage {
  readonly after: number;
  readonly limit: number;
  /** Undefined for all. */
  readonly subdomain?: string | undefined;
}

/** Lists organizations behind an id, by id. */
export function listRealmPage(
  db: Connection,
  { after, limit, subdomain }: RealmPage,
): Promise<readonly ListedRealm[]> {
  return db.any(sql.type(listedRealm)`
    select ${listedColumns} from ${listedRealms}
    where realm_id > ${after} and (${subdomain ?? null}::text is null or subdomain = ${subdomain ?? null})
    order by realm_id
    limit ${limit}
  `);
}

/** Finds an organization by its id, or null. */
export function findListedRealm(db: Connection, realmId: number): Promise<ListedRealm | null> {
  return db.maybeOne(
    sql.type(listedRealm)`select ${listedColumns} from ${listedRealms} where realm_id = ${realmId}`,
  );
}
