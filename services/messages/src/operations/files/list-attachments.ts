import type { listAttachments as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentAttachment } from "../../present/attachment.ts";
import { listAttachmentsOf } from "../../queries/files/attachments.ts";
import { findStoredBytes } from "../../queries/files/stored-bytes.ts";

/** Lists the caller's files, oldest first (docs/behaviour/uploads.md#attachments). */
export async function listAttachments(
  ctx: Context,
  { realm, userId }: Caller,
): Promise<OutputOf<typeof contract>> {
  const [rows, used] = await Promise.all([
    listAttachmentsOf(ctx.db, realm.id, userId),
    findStoredBytes(ctx.db, realm.id),
  ]);
  return { attachments: rows.map(presentAttachment), upload_space_used: used };
}
