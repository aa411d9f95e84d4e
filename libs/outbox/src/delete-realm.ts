import { type Database, type DeletedPart, deleteRealmRows } from "@team-chat/pg";

import { forgetPublished, outboxTables } from "./outbox-table.ts";

interface Asked {
  readonly realmId: number;
  readonly step: "data" | "published" | "rest";
  /** Tables that keep their rows. */
  readonly except?: readonly string[];
}

/**
 * Deletes for about a second what a service has of an organization in the database, in the steps in which its events
 * can be deleted meanwhile without anybody taking them for lost: once no row says that the stream has them, and while
 * the newest id is still known (docs/adr/0028-deleting-organizations.md).
 */
export async function deleteRealmByStep(
  db: Database,
  { except = [], realmId, step }: Asked,
): Promise<DeletedPart> {
  if (step === "published") return { deleted: 0, isDone: await forgetPublished(db, realmId) };
  const kept = step === "data" ? [...except, ...outboxTables] : except;
  return deleteRealmRows(db, realmId, { except: kept });
}
