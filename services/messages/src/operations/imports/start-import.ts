import { type ImportRecord, importRecord, type startImport as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { presentImport } from "../../present/import.ts";
import { beginImportRow, lockImport } from "../../queries/imports/realm-imports.ts";
import { carryOutOnce, type NoteAnswer } from "../../workflows/carry-out-once.ts";
import { ArchiveFile } from "../../workflows/imports/archive-file.ts";
import { readArchiveHead } from "../../workflows/imports/archive-head.ts";
import { importSource } from "../../workflows/imports/import-source.ts";

type Input = z.output<typeof contract.input>;

/**
 * Begins to take an archive in, if by its beginning and its end it is a complete export; one that has begun goes on
 * (docs/hosting.md#imports). @throws BAD_REQUEST
 */
export async function startImport(
  ctx: Context,
  _: Identity,
  { callKey, ...wanted }: Input,
): Promise<z.output<typeof contract.output>> {
  const call = { realmId: wanted.realmId, callKey, answer: importRecord };
  return { import: await carryOutOnce(ctx, call, (note) => begin(ctx, wanted, note)) };
}

async function begin(
  ctx: Context,
  { key, realmId, sandbox, source, url }: Omit<Input, "callKey">,
  note: NoteAnswer<ImportRecord>,
): Promise<ImportRecord> {
  const bytes = await importSource(ctx, { realmId, source });
  if (bytes === null) throw new AppError("BAD_REQUEST", "from: There is no such finished export.");
  await readArchiveHead(await ArchiveFile.open(bytes));
  return ctx.db.transaction(async (tx) => {
    const nowMs = ctx.now();
    const locked = await lockImport(tx, { realmId, nowMs });
    const isNew = locked.state === "waiting";
    if (isNew) await beginImportRow(tx, { realmId, nowMs, source, target: { key, sandbox, url } });
    const begun = presentImport(isNew ? { ...locked, state: "checking" } : locked);
    await note(tx, begun);
    return begun;
  });
}
