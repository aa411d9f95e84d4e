import type { importOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { insertImportedRows, Moved } from "@team-chat/transfer";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { exportedTables } from "../../queries/exported-tables.ts";
import { importedTables } from "../../queries/imported-tables.ts";

type Contract = typeof importOperations.channels.rows;

/** Takes in rows of an organization that is not complete yet (docs/export.md#taking-an-archive-in). */
export async function importRows(
  { db }: Context,
  _: Identity,
  { kind, move, rows }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const imported = importedTables.find((table) => table.kind === kind);
  const exported = exportedTables.find((table) => table.kind === kind);
  if (imported === undefined || exported === undefined)
    throw new Error(`Archives have no kind ${kind}.`);
  await db.transaction((tx) =>
    insertImportedRows(tx, imported, { exported, moved: new Moved(move), rows }),
  );
  return {};
}
