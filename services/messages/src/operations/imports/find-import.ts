import type { findImport as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { presentImport } from "../../present/import.ts";
import { findImportRow } from "../../queries/imports/realm-imports.ts";

/** Returns how far the import of an organization is, for its operator; null when there is none. */
export async function findImport(
  { db }: Context,
  _: Identity,
  { realmId }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  const row = await findImportRow(db, realmId);
  return { import: row && presentImport(row) };
}
