import type { ExportType } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import { type ExportRow, insertExport } from "../../queries/exports/realm-exports.ts";
import type { NoteAnswer } from "../carry-out-once.ts";
import { changeExports } from "./change-exports.ts";

interface Wanted {
  readonly realmId: number;
  readonly type: ExportType;
  /** Null for the operator. */
  readonly actingUserId: number | null;
  /** Keeps what has been begun for whoever asks once more. */
  readonly note?: NoteAnswer<ExportRow>;
}

/** Has an organization exported; null when that is under way already. */
export function requestExport(
  ctx: Pick<Context, "now" | "outbox" | "users">,
  { note, ...wanted }: Wanted,
): Promise<ExportRow | null> {
  const nowMs = ctx.now();
  return changeExports(ctx, wanted.realmId, async (tx) => {
    const begun = await insertExport(tx, { ...wanted, nowMs });
    if (begun !== null) await note?.(tx, begun);
    return begun;
  });
}
