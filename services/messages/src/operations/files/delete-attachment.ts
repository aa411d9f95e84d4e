import {
  type deleteAttachment as contract,
  encodeAudience,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { deleteAttachmentOf, sumSizes } from "../../queries/files/attachments.ts";
import { noteRemovalsOf } from "../../queries/files/file-removals.ts";

/** Deletes a file of the caller's (docs/behaviour/uploads.md#attachments); links to it lead nowhere then. */
export async function deleteAttachment(
  ctx: Context,
  { realm, userId }: Caller,
  { attachment_id: id }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = realm.id;
  await ctx.outbox.transaction(realmId, async (tx, emit) => {
    const gone = await deleteAttachmentOf(tx, { realmId, userId, id });
    if (gone === null) throw new AppError("BAD_REQUEST", "Invalid attachment");
    await noteRemovalsOf(tx, realmId, { files: [gone], atMs: ctx.now() });
    const used = await sumSizes(tx, realmId);
    emit({
      audience: encodeAudience([userId]),
      event: { type: "attachment", op: "remove", attachment: { id }, upload_space_used: used },
    });
  });
  return {};
}
