import { type ExportObject, getRealmExportArchive } from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { ExportRow } from "../queries/exports/realm-exports.ts";

/** Shows an export to administrators. */
export function presentExport(
  row: ExportRow,
  { realm }: Pick<UserDirectory, "realm">,
): ExportObject {
  const path = getRealmExportArchive.path.replace("{export_id}", String(row.id));
  return {
    id: row.id,
    acting_user_id: row.actingUserId,
    export_time: row.requestedAt,
    deleted_timestamp: row.deletedAt,
    failed_timestamp: row.failedAt,
    export_url: row.state === "done" ? `${realm?.url ?? ""}/api/v1${path}` : null,
    pending: row.state === "waiting" || row.state === "running",
    export_type: row.type,
  };
}
