import type { auditHeadOperations, auditOperationsOf } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { type Database, inHeldSnapshot } from "@team-chat/pg";
import type { z } from "zod";

import { listEntries, listNextEntries } from "./entries.ts";
import { listHeads } from "./heads.ts";
import { readHead, verifyEntries } from "./verify.ts";

type List = (typeof auditOperationsOf)["channels"]["list"];
type Next = (typeof auditOperationsOf)["channels"]["next"];
type Head = (typeof auditHeadOperations)["channels"]["head"];
type Heads = (typeof auditOperationsOf)["channels"]["heads"];
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

/** Answers another service how far the log of organizations reaches here. */
export async function listAuditHeads(
  { db }: Context,
  _: Identity,
  { realmIds }: z.output<Heads["input"]>,
): Promise<z.input<Heads["output"]>> {
  return { heads: [...(await listHeads(db, realmIds))] };
}

/** Answers another service whether the entries that this one has written are whole. */
export function verifyAuditEntries(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<Verify["input"]>,
): Promise<z.input<Verify["output"]>> {
  return verifyEntries(db, realmId);
}

/** Answers another service with the newest entry that this one had written when a snapshot was taken. */
export function readAuditHead(
  { db }: Context,
  _: Identity,
  { realmId, snapshot }: z.output<Head["input"]>,
): Promise<z.input<Head["output"]>> {
  return inHeldSnapshot(db, snapshot, (tx) => readHead(tx, realmId));
}
