import { note } from "@team-chat/audit";

import type { Context } from "../../context.ts";
import type { Holder } from "../../values/holder.ts";
import { changeHolds } from "./change-holds.ts";

/** Writes into the audit log that somebody fetches the archive of a legal hold. */
export function noteDownload(
  ctx: Pick<Context, "db">,
  { id, realmId }: { readonly realmId: number; readonly id: number },
  by: Holder,
): Promise<void> {
  return changeHolds(ctx, by, (tx) =>
    note(tx, {
      realmId,
      object: "legal_hold_archive",
      key: { export_id: id },
      after: { fetched: true },
    }),
  );
}
