import type { exportedRowsOperations } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import { readExportedPage } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { exportedTables } from "../../queries/organization/exported-tables.ts";

type Contract = typeof exportedRowsOperations.users;

/** Returns a page of what exports have of this service (docs/export.md#what-an-export-has). */
export async function readExportedRows(
  { db }: Context,
  _: Identity,
  { kind, ...question }: z.output<Contract["input"]>,
): Promise<z.input<Contract["output"]>> {
  const exported = exportedTables.find((table) => table.kind === kind);
  if (exported === undefined) throw new Error(`Exports have no kind ${kind}.`);
  const { bytes, next, rows } = await readExportedPage(db, exported, question);
  return { bytes: [...bytes], next: next === null ? null : [...next], rows };
}
