// See docs/subsystems/uploads.md.
import {
  maxUploadMib,
  type OrganizationQuotas,
  type OutputOf,
  type uploadFile as contract,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { ArrivingFile, RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { checkQuota } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { contentTypeOf } from "../../domain/files/content-type.ts";
import { newPathId, sanitiseName } from "../../domain/files/file-name.ts";
import { SeenBytes } from "../../domain/files/seen-bytes.ts";
import { attachmentEvent } from "../../present/attachment.ts";
import {
  type AttachmentRow,
  insertAttachment,
  type NewAttachment,
} from "../../queries/files/attachments.ts";
import { addStoredBytes, findStoredBytes } from "../../queries/files/stored-bytes.ts";
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
  const users = await ctx.users.atLeast(realmId, caller.usersVersion);
  const quotas = users.realm?.quotas;
  checkRoom(quotas, { before: await findStoredBytes(ctx.db, realmId), size: 1 });
  const name = sanitiseName(file.name);
  const pathId = newPathId(realmId, name);
  const contentType = contentTypeOf(name);
  const seen = seenBytesOf(file, { contentType, maxMib: quotas?.uploadMib ?? maxUploadMib });
  const kept = await keepBytes(ctx, { realmId, pathId, bytes: seen.bytes() });
  const picture = pictureSizeOf(seen.start(), contentType);
  const { size } = seen;
  const { place } = kept;
  const row = { realmId, userId: caller.userId, pathId, name, contentType, picture, size, place };
  const { id, thumbnailState } = await orDiscard(kept, async () => {
    if (await arriving.nextFile()) throw refused("You may only upload one file at a time");
    return insert(ctx, { row, kept, quotas });
  });
  if (thumbnailState !== null) ctx.newPictures.add({ realmId, id });
  const url = `/user_uploads/${pathId}`;
  return { url, uri: url, filename: name };
}

interface Insertion {
  readonly row: NewAttachment;
  readonly kept: KeptBytes;
  readonly quotas: OrganizationQuotas | undefined;
}

/** Writes the row of a file whose bytes are kept, if the organization has room for it. */
function insert(ctx: Context, { kept, quotas, row }: Insertion): Promise<AttachmentRow> {
  const { realmId, size } = row;
  const write: Parameters<typeof ctx.outbox.transaction<AttachmentRow>>[1] = async (tx, emit) => {
    await kept.commit(tx);
    const nowMs = ctx.now();
    const inserted = await insertAttachment(tx, row);
    const used = await addStoredBytes(tx, { realmId, added: size, nowMs });
    checkRoom(quotas, { before: used - size, size });
    if (inserted.thumbnailState !== null)
      await insertThumbnailJob(tx, { realmId, id: inserted.id }, nowMs + ownJobMs);
    emit(attachmentEvent("add", inserted, used));
    return inserted;
  };
  // Gate first, as whoever deletes files waits for the same row within the gate.
  return ctx.outbox.transaction(realmId, write, { gateFirst: true });
}

const bytesOfMib = 1024 * 1024;

/** @throws BAD_REQUEST */
function checkRoom(
  quotas: OrganizationQuotas | undefined,
  { before, size }: { readonly before: number; readonly size: number },
): void {
  const use = { used: before / bytesOfMib, added: size / bytesOfMib };
  checkQuota("storedMib", { most: quotas?.storedMib, ...use });
}

/** Headers of pictures are shorter, also with an embedded preview. */
const maxHeaderBytes = 256 * 1024;

function seenBytesOf(
  file: ArrivingFile,
  { contentType, maxMib }: { readonly contentType: string; readonly maxMib: number },
): SeenBytes {
  return new SeenBytes(file.bytes, {
    maxBytes: maxMib * bytesOfMib,
    tooMany: () => refused(`Uploaded file is larger than the allowed limit of ${maxMib} MiB`),
    startBytes: contentType.startsWith("image/") ? maxHeaderBytes : 0,
  });
}

/** Leaves nothing of the bytes when what follows is refused. */
async function orDiscard<T>(kept: KeptBytes, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Otherwise it may have been committed; what is not is removed later.
    if (error instanceof AppError && error.code === "BAD_REQUEST") await kept.discard();
    throw error;
  }
}

function refused(message: string): AppError {
  return new AppError("BAD_REQUEST", message);
}
