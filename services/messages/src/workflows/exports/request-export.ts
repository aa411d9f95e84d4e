import type { ExportType } from "@team-chat/contract";

import type { Context } from "../../context.ts";
import { type ExportRow, insertExport } from "../../queries/exports/realm-exports.ts";
import { changeExports } from "./change-exports.ts";

interface Wanted {
  readonly realmId: number;
  readonly type: ExportType;
  /** Null for the operator. */
  readonly actingUserId: number | null;
}

/** Has an organization exported; null when that is under way already. */
export function requestExport(
  ctx: Pick<Context, "now" | "outbox" | "users">,
  wanted: Wanted,
): Promise<ExportRow | null> {
  const nowMs = ctx.now();
  return changeExports(ctx, wanted.realmId, (tx) => insertExport(tx, { ...wanted, nowMs }));
}
