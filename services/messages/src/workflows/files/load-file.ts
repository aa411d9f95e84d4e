import { AppError } from "@team-chat/errors";

import type { Context } from "../../context.ts";
import { loadRealm } from "../../loading/load-realm.ts";
import type { AttachmentRow } from "../../queries/files/attachments.ts";
import { listReadable } from "../../sending/link-files.ts";

/** Loads a file that the caller may read. @throws RESOURCE_NOT_FOUND also when it exists */
export async function loadFile(
  ctx: Context,
  caller: Parameters<typeof loadRealm>[1],
  pathId: string,
): Promise<AttachmentRow> {
  const realm = await loadRealm(ctx, caller);
  const [file] = await listReadable(ctx.db, realm, [pathId]);
  if (!file) throw noFile();
  return file;
}

/** Refuses files that do not exist, and those that the caller may not read. */
export function noFile(): AppError {
  return new AppError("RESOURCE_NOT_FOUND", "File not found.");
}
