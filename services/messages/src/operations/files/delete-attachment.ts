import {
  type deleteAttachment as contract,
  encodeAudience,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { keepHeldFile } from "../../queries/archive/held-files.ts";
import { lockHolds } from "../../queries/archive/legal-holds.ts";
import { deleteAttachmentOf } from "../../queries/files/attachments.ts";
import { noteRemovalsOf } from "../../queries/files/file-removals.ts";
import { addStoredBytes } from "../../queries/files/stored-bytes.ts";

/** Deletes a file of the caller's (docs/behaviour/uploads.md#attachments); links to it lead nowhere then. */
export async function deleteAttachment(
  ctx: Context,
  { realm, userId }: Caller,
  { attachment_id: id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = realm.id;
  const remove: Parameters<typeof ctx.outbox.transaction<void>>[1] = async (tx, emit) => {
    await lockHolds(tx, realmId, { alone: false });
    const isKept = await keepHeldFile(tx, { realmId, userId, id }, ctx.now());
    const gone = await deleteAttachmentOf(tx, { realmId, userId, id });
    if (gone === null) throw new AppError("BAD_REQUEST", "Invalid attachment");
    const nowMs = ctx.now();
    // Thumbnails go in any case: they can be made anew.
    const files = [isKept ? { ...gone, place: null } : gone];
    await noteRemovalsOf(tx, realmId, { files, atMs: nowMs });
    const used = await addStoredBytes(tx, { realmId, added: -gone.size, nowMs });
    emit({
      audience: encodeAudience([userId]),
      event: { type: "attachment", op: "remove", attachment: { id }, upload_space_used: used },
    });
  };
  await ctx.outbox.transaction(realmId, remove, { gateFirst: true });
  return {};
}
