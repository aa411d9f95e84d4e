import { maxUploadMib, type OutputOf, type uploadFile as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../context.ts";
import { contentTypeOf } from "../files/content-type.ts";
import { newPathId, sanitiseName } from "../files/file-name.ts";
import { keepBytes } from "../files/keep-bytes.ts";
import { pictureSizeOf } from "../files/picture-size.ts";
import { attachmentEvent } from "../present/attachment.ts";
import { insertAttachment, sumSizes } from "../queries/attachments.ts";

/** Keeps a file for the caller (reference/api-surface.md, POST /user_uploads). */
export async function uploadFile(
  ctx: Context,
  caller: Caller,
  ...[, { files }]: [input: unknown, request: RequestFacts]
): Promise<OutputOf<typeof contract>> {
  const [file, second] = files;
  if (!file) throw refused("You must specify a file to upload");
  if (second) throw refused("You may only upload one file at a time");
  if (file.bytes.length > maxUploadMib * 1024 * 1024)
    throw refused(`Uploaded file is larger than the allowed limit of ${maxUploadMib} MiB`);
  const realmId = caller.realm.id;
  const name = sanitiseName(file.name);
  const pathId = newPathId(realmId, name);
  const contentType = contentTypeOf(name);
  const { bytes } = file;
  const kept = await keepBytes(ctx, { realmId, pathId, bytes });
  await ctx.outbox.transaction(realmId, async (tx, emit) => {
    await kept.commit(tx);
    const row = await insertAttachment(tx, {
      realmId,
      userId: caller.userId,
      pathId,
      name,
      contentType,
      picture: pictureSizeOf(bytes, contentType),
      size: bytes.length,
      place: kept.place,
      bytes: kept.bytes,
    });
    emit(attachmentEvent("add", row, await sumSizes(tx, realmId)));
  });
  const url = `/user_uploads/${pathId}`;
  return { url, uri: url, filename: name };
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
