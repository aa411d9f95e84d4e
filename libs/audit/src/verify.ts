import type { AuditHead, AuditVerification } from "@team-chat/contract";
import { type Connection, sql } from "@team-chat/pg";
import { z } from "zod";

/** Entries that are read at once. */
const pageSize = 5000;

const link = z.object({
  position: z.number(),
  hash: z.string(),
  previousHash: z.string(),
  isAsWritten: z.boolean(),
});

type Link = z.infer<typeof link>;

const end = z.object({ position: z.number(), hash: z.string() });

/** Checks that every entry of an organization is there as it was written. */
export async function verifyEntries(db: Connection, realmId: number): Promise<AuditVerification> {
  const head = await readHead(db, realmId);
  const first = await loadFirst(db, realmId);
  let before: Pick<Link, "hash" | "position"> | null = null;
  let entries = 0;
  const found = (broken: number | null): AuditVerification => {
    return { entries, last: head.position, head: head.hash, broken };
  };
  for (;;) {
    const expected = before === null ? first : before.position + 1;
    const page = await listLinks(db, { realmId, from: expected, to: head.position });
    for (const one of page) {
      const next: number = before === null ? first : before.position + 1;
      const follows = before === null || one.previousHash === before.hash;
      if (one.position !== next || !one.isAsWritten || !follows) return found(next);
      before = one;
      entries += 1;
    }
    if (page.length < pageSize) break;
  }
  const next = before === null ? first : before.position + 1;
  if (next <= head.position) return found(next);
  return found(before === null || before.hash === head.hash ? null : head.position);
}

/** Reads the newest entry of an organization that this service has written; position 0 before the first. */
export async function readHead(db: Connection, realmId: number): Promise<AuditHead> {
  const head = await db.maybeOne(sql.type(end)`
    select position, encode(hash, 'hex') as hash from audit_head where realm_id = ${realmId}`);
  return head ?? { position: 0, hash: "" };
}

/** Loads the position at which the entries begin: behind those whose time was over, as the removal itself has noted. */
async function loadFirst(db: Connection, realmId: number): Promise<number> {
  const removal = await db.maybeOneFirst(sql.type(z.object({ first: z.number() }))`
    select (changes -> 0 -> 'after' ->> 'first')::int8 as first
    from audit_entry
    where realm_id = ${realmId} and changes @> '[{"object": "audit_log"}]'
    order by position desc
    limit 1`);
  return removal ?? 1;
}

interface LinksQuestion {
  readonly realmId: number;
  readonly from: number;
  readonly to: number;
}

function listLinks(db: Connection, { from, realmId, to }: LinksQuestion): Promise<readonly Link[]> {
  return db.any(sql.type(link)`
    select position, encode(hash, 'hex') as hash, encode(previous_hash, 'hex') as "previousHash",
      audit_hash(e) = hash as "isAsWritten"
    from audit_entry e
    where realm_id = ${realmId} and position between ${from} and ${to}
    order by position
    limit ${pageSize}`);
}
