import { sayAuthor } from "@team-chat/audit";
import { encodeAudience } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";
import { isAdministrator } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { presentExport } from "../../present/export.ts";
import { listExportRows } from "../../queries/exports/realm-exports.ts";

/**
 * Changes exports of an organization, and tells its administrators of all of them; of null they are told nothing.
 * @throws SERVICE_UNAVAILABLE
 */
export async function changeExports<T>(
  { outbox, users }: Pick<Context, "outbox" | "users">,
  realmId: number,
  change: (tx: Transaction) => Promise<T | null>,
): Promise<T | null> {
  const directory = await users.current(realmId);
  const administrators = [...directory.users.values()].filter(
    (user) => user.isActive && !user.isBot && isAdministrator(user),
  );
  return outbox.transaction(realmId, async (tx, emit) => {
    await sayAuthor(tx);
    const changed = await change(tx);
    if (changed === null) return null;
    const rows = await listExportRows(tx, realmId);
    emit({
      audience: encodeAudience(administrators.map(({ id }) => id)),
      event: { type: "realm_export", exports: rows.map((row) => presentExport(row, directory)) },
    });
    return changed;
  });
}
