import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import {
  type Database,
  migrateService,
  openDatabase,
  serviceDatabaseUrl,
  sql,
  type Transaction,
} from "@team-chat/pg";
import { startPostgres } from "@team-chat/servers";
import { runFor } from "@team-chat/work";
import { afterAll, beforeAll } from "vitest";
import { z } from "zod";

import { auditMigrations, authored, listEntries } from "../src/index.ts";

/** Server with a database of a service whose things are written down. */
interface Things {
  readonly adminUrl: string;
  readonly db: Database;
}

const thingsMigrations = path.join(import.meta.dirname, "migrations");

/** Has the tests of a file share a server; it is there when they run. */
export function useThings(): () => Things {
  let things: (Things & { readonly close: () => Promise<void> }) | undefined;
  beforeAll(async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "audit-"));
    const server = await startPostgres({ dataDir: path.join(dir, "pg"), durable: false });
    const db = await openService(server.url, "things", [auditMigrations, thingsMigrations]);
    const close = async () => {
      await db.end();
      await server.stop();
      await rm(dir, { recursive: true });
    };
    things = { adminUrl: server.url, db, close };
  });
  afterAll(() => things?.close());
  return () => {
    if (things === undefined) throw new Error("The server is there when tests run.");
    return things;
  };
}

/** Migrates a service's database and opens it. */
export async function openService(
  adminUrl: string,
  service: string,
  dirs: readonly string[],
): Promise<Database> {
  await migrateService({ adminUrl, service, password: "secret", dirs });
  return openDatabase({ url: serviceDatabaseUrl(adminUrl, service, "secret") });
}

type Question = Parameters<typeof listEntries>[1];

const all = {
  before: null,
  sinceMs: null,
  actorId: null,
  operation: null,
  object: null,
  limit: 100,
};

/** Lists entries, the newest first. */
export function list(
  db: Database,
  question: Partial<Question> & Pick<Question, "realmId">,
): ReturnType<typeof listEntries> {
  return listEntries(db, { ...all, ...question });
}

/** Lists what the entries say, the oldest first. */
export async function listChanges(
  db: Database,
  realmId: number,
): Promise<Awaited<ReturnType<typeof listEntries>>[number]["changes"][]> {
  return (await list(db, { realmId })).map(({ changes }) => changes).toReversed();
}

let lastRealm = 0;

/** Gives the id of an organization that nobody has used. */
export function newRealm(): number {
  lastRealm += 1;
  return lastRealm;
}

/** Runs a transaction for a request of somebody. */
export function asUser<T>(
  db: Database,
  userId: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const author = { operation: "updateThing", request_id: "r1", actor: { user_id: userId } };
  const request = { operation: "updateThing", author: () => author, onGaveUp: () => undefined };
  return runFor(request, () => authored(db, work));
}

export const insert = (realmId: number, ids: readonly number[]) => sql.type(z.object({}))`
  insert into thing (realm_id, thing_id, name)
  select ${realmId}, id, 'thing ' || id from unnest(${sql.array([...ids], "int8")}) id`;

export const rename = (realmId: number, name: string) => sql.type(z.object({}))`
  update thing set name = ${name} where realm_id = ${realmId}`;
