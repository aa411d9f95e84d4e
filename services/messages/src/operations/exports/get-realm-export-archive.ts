import type { getRealmExportArchive as contract, InputOf } from "@team-chat/contract";
import { FileAnswer } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import { checkMayExport } from "../../policies/exports.ts";
import { archiveSource } from "../../workflows/exports/archive-source.ts";
import { noFile } from "../../workflows/files/load-file.ts";

/** Returns the archive of an export to an administrator (docs/behaviour/organization.md#exports). */
export async function getRealmExportArchive(
  ctx: Context,
  caller: Caller,
  { export_id: id }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  const { actor, realmId } = await loadRealm(ctx, caller);
  checkMayExport(actor);
  const source = await archiveSource(ctx, { of: "organization", realmId, id });
  if (source === null) throw noFile();
  return new FileAnswer("application/zip", source, { privateName: `export-${id}.zip` });
}
