import type { getTemporaryFile as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Anonymous, FileAnswer } from "@team-chat/http";

import type { Context } from "../context.ts";
import { fileSource } from "../files/file-source.ts";
import { noFile } from "../files/load-file.ts";
import { listByPath } from "../queries/attachments.ts";

/** The file of a temporary address, for whoever has that (docs/subsystems/uploads.md). */
export async function getTemporaryFile(
  ctx: Context,
  { realm }: Anonymous,
  { token }: InputOf<typeof contract>,
): Promise<FileAnswer> {
  if (realm === null) throw new AppError("NONEXISTENT_SUBDOMAIN", "Invalid subdomain");
  const pathId = ctx.fileTokens.read(token, ctx.now());
  const [file] = pathId === null ? [] : await listByPath(ctx.db, realm.id, [pathId]);
  if (!file) throw noFile();
  const source = fileSource(ctx, realm.id, file);
  return new FileAnswer(file.contentType, source, { privateName: file.name });
}
