import type { startImport as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { presentImport } from "../../present/import.ts";
import { beginImportRow, lockImport } from "../../queries/imports/realm-imports.ts";
import { ArchiveFile } from "../../workflows/imports/archive-file.ts";
import { readArchiveHead } from "../../workflows/imports/archive-head.ts";
import { importSource } from "../../workflows/imports/import-source.ts";

/**
 * Begins to take an archive in, if by its beginning and its end it is a complete export; one that has begun goes on
 * (docs/hosting.md#imports). @throws BAD_REQUEST
 */
export async function startImport(
  ctx: Context,
  _: Identity,
  { key, realmId, sandbox, source, url }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  const bytes = await importSource(ctx, { realmId, source });
  if (bytes === null) throw new AppError("BAD_REQUEST", "from: There is no such finished export.");
  await readArchiveHead(await ArchiveFile.open(bytes));
  const row = await ctx.db.transaction(async (tx) => {
    const nowMs = ctx.now();
    const locked = await lockImport(tx, { realmId, nowMs });
    if (locked.state !== "waiting") return locked;
    await beginImportRow(tx, { realmId, nowMs, source, target: { key, sandbox, url } });
    return { ...locked, state: "checking" as const };
  });
  return { import: presentImport(row) };
}
