// See docs/subsystems/uploads.md.
import { maxUploadMib, type OutputOf, type uploadFile as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ArrivingFile, ArrivingFiles, RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { contentTypeOf } from "../../domain/files/content-type.ts";
import { newPathId, sanitiseName } from "../../domain/files/file-name.ts";
import { SeenBytes } from "../../domain/files/seen-bytes.ts";
import { attachmentEvent } from "../../present/attachment.ts";
import { insertAttachment, sumSizes } from "../../queries/files/attachments.ts";
import { insertThumbnailJob } from "../../queries/files/thumbnail-jobs.ts";
import { pictureSizeOf } from "../../values/picture-size.ts";
import { keepBytes, type KeptBytes } from "../../workflows/files/keep-bytes.ts";
import { ownJobMs } from "../../workflows/files/make-thumbnails.ts";

/** Keeps a file for the caller while it arrives (docs/behaviour/uploads.md#uploading-files). */
export async function uploadFile(
  ctx: Context,
  caller: Caller,
  ...[, { arriving }]: [input: unknown, request: RequestFacts]
): Promise<OutputOf<typeof contract>> {
  const file = await arriving.nextFile();
  if (!file) throw refused("You must specify a file to upload");
  const realmId = caller.realm.id;
  const name = sanitiseName(file.name);
  const pathId = newPathId(realmId, name);
  const contentType = contentTypeOf(name);
  const seen = seenBytesOf(file, contentType);
  const kept = await keepBytes(ctx, { realmId, pathId, bytes: seen.bytes() });
  await checkLast(arriving, kept);
  const { id, thumbnailState } = await ctx.outbox.transaction(realmId, async (tx, emit) => {
    await kept.commit(tx);
    const row = await insertAttachment(tx, {
      realmId,
      userId: caller.userId,
      pathId,
      name,
      contentType,
      picture: pictureSizeOf(seen.start(), contentType),
      size: seen.size,
      place: kept.place,
    });
    if (row.thumbnailState !== null)
      await insertThumbnailJob(tx, { realmId, id: row.id }, ctx.now() + ownJobMs);
    emit(attachmentEvent("add", row, await sumSizes(tx, realmId)));
    return row;
  });
  if (thumbnailState !== null) ctx.newPictures.add({ realmId, id });
  const url = `/user_uploads/${pathId}`;
  return { url, uri: url, filename: name };
}

/** Headers of pictures are shorter, also with an embedded preview. */
const maxHeaderBytes = 256 * 1024;

function seenBytesOf(file: ArrivingFile, contentType: string): SeenBytes {
  return new SeenBytes(file.bytes, {
    maxBytes: maxUploadMib * 1024 * 1024,
    tooMany: () => refused(`Uploaded file is larger than the allowed limit of ${maxUploadMib} MiB`),
    startBytes: contentType.startsWith("image/") ? maxHeaderBytes : 0,
  });
}

/** @throws BAD_REQUEST when there is another file; then nothing of the first is left */
async function checkLast(arriving: ArrivingFiles, kept: KeptBytes): Promise<void> {
  try {
    if (await arriving.nextFile()) throw refused("You may only upload one file at a time");
  } catch (error) {
    await kept.discard();
    throw error;
  }
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
