import type { getTemporaryFile as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, FileAnswer } from "@team-chat/http";

import type { Context } from "../../context.ts";
import { listByPath } from "../../queries/files/attachments.ts";
import { fileSource } from "../../workflows/files/file-source.ts";
import { noFile } from "../../workflows/files/load-file.ts";

/**
 * Returns the file of a temporary address, for whoever has that, while the one who made it is active
 * (docs/subsystems/uploads.md).
 */
export async function getTemporaryFile(
  ctx: Context,
  { realm }: Anonymous,
  { token }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  if (realm === null) throw new AppError("NONEXISTENT_SUBDOMAIN", "Invalid subdomain");
  const meant = ctx.fileTokens.read(token, ctx.now());
  if (meant === null) throw noFile();
  const [pathId, makerId] = meant;
  const { users } = await ctx.users.current(realm.id);
  if (users.get(makerId)?.isActive !== true) throw noFile();
  const [file] = await listByPath(ctx.db, realm.id, [pathId]);
  if (!file) throw noFile();
  const source = fileSource(ctx, realm.id, file);
  return new FileAnswer(file.contentType, source, { privateName: file.name });
}
