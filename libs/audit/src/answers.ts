import type { auditOperationsOf } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { Database } from "@team-chat/pg";
import type { z } from "zod";

import { listEntries, listNextEntries } from "./entries.ts";
import { verifyEntries } from "./verify.ts";

type List = (typeof auditOperationsOf)["channels"]["list"];
type Next = (typeof auditOperationsOf)["channels"]["next"];
type Verify = (typeof auditOperationsOf)["channels"]["verify"];

interface Context {
  readonly db: Database;
}

/** Answers another service with entries that this one has written. */
export async function listAuditEntries(
  { db }: Context,
  _: Identity,
  question: z.output<List["input"]>,
): Promise<z.input<List["output"]>> {
  return { entries: [...(await listEntries(db, question))] };
}

/** Answers another service with entries that this one has written behind a position. */
export function listNextAuditEntries(
  { db }: Context,
  _: Identity,
  question: z.output<Next["input"]>,
): Promise<z.input<Next["output"]>> {
  return listNextEntries(db, question);
}

/** Answers another service whether the entries that this one has written are whole. */
export function verifyAuditEntries(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<Verify["input"]>,
): Promise<z.input<Verify["output"]>> {
  return verifyEntries(db, realmId);
}
