import type { importOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { insertImportedRows, Moved } from "@team-chat/transfer";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { importedTables } from "../../queries/imports/imported-tables.ts";
import { findImportingRealm, listUserFields } from "../../queries/imports/importing-realms.ts";
import { exportedTables } from "../../queries/organization/exported-tables.ts";

type Contract = typeof importOperations.users.rows;

/** Takes in rows of an organization that is not complete yet (docs/export.md#taking-an-archive-in). */
export async function importRows(
  { db }: Context,
  _: Identity,
  { kind, move, rows }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const { realmId } = move.to;
  const userFields = kind === "people" ? await listUserFields(db, realmId) : [];
  const imported = importedTables(new Set(userFields)).find((table) => table.kind === kind);
  const exported = exportedTables.find((table) => table.kind === kind);
  if (imported === undefined || exported === undefined)
    throw new Error(`Archives have no kind ${kind}.`);
  await db.transaction(async (tx) => {
    if ((await findImportingRealm(tx, realmId)) === null)
      throw new Error("The organization is complete, or is not to be.");
    await insertImportedRows(tx, imported, { exported, moved: new Moved(move), rows });
  });
  return {};
}
