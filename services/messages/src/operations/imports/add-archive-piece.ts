import type { addArchivePiece as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { newPathId } from "../../domain/files/file-name.ts";
import { presentImport } from "../../present/import.ts";
import {
  findImportRow,
  type ImportRow,
  insertImportPart,
  lockImport,
} from "../../queries/imports/realm-imports.ts";
import { keepBytes } from "../../workflows/files/keep-bytes.ts";

/**
 * Keeps bytes of an archive behind those that have arrived; what has arrived already is passed over
 * (docs/hosting.md#imports). @throws BAD_REQUEST when something between is missing, or the archive is complete
 */
export async function addArchivePiece(
  ctx: Context,
  _: Identity,
  { base64, offset, realmId }: z.output<typeof contract.input>,
): Promise<z.output<typeof contract.output>> {
  const before = await findImportRow(ctx.db, realmId);
  const given = Buffer.from(base64, "base64");
  const bytes = given.subarray(checkedStart(before, offset));
  if (bytes.length === 0) {
    const nowMs = ctx.now();
    const row = before ?? (await ctx.db.transaction((tx) => lockImport(tx, { realmId, nowMs })));
    return { import: presentImport(row) };
  }
  const start = offset + given.length - bytes.length;
  const pathId = newPathId(realmId, `import-${start}.zip`);
  const kept = await keepBytes(ctx, { realmId, pathId, bytes: once(bytes) });
  const row = await ctx.db.transaction(async (tx) => {
    const locked = await lockImport(tx, { realmId, nowMs: ctx.now() });
    // Somebody else may have sent it meanwhile; then this one is not needed.
    if (locked.bytes !== start || locked.state !== "waiting") return null;
    await kept.commit(tx);
    const { place } = kept;
    await insertImportPart(tx, realmId, { pathId, place, size: bytes.length });
    return { ...locked, bytes: start + bytes.length };
  });
  if (row === null) {
    await kept.discard();
    throw new AppError("BAD_REQUEST", "Other bytes of the archive arrived meanwhile.");
  }
  return { import: presentImport(row) };
}

/** Returns how many of the bytes are there already. @throws BAD_REQUEST */
function checkedStart(row: ImportRow | null, offset: number): number {
  const { bytes = 0, state = "waiting" } = row ?? {};
  if (state !== "waiting") throw new AppError("BAD_REQUEST", "The import has begun already.");
  if (offset > bytes)
    throw new AppError(
      "BAD_REQUEST",
      `offset: ${bytes} bytes have arrived; those behind are next.`,
    );
  return bytes - offset;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
