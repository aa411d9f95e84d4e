import { settlePreviews } from "@team-chat/markdown";
import type { Transaction } from "@team-chat/pg";

import { listById, listLinkedBy } from "../queries/files/attachments.ts";
import { listPendingPreviews, updateRendered } from "../queries/messages/rendered-content.ts";
import { uploadsOf } from "./link-files.ts";

/**
 * Shows pictures in messages that were in the archive as they are now: thumbnails that were made meanwhile have not
 * reached them. Needs the commit gate, as what makes thumbnails does.
 */
export async function settleRestored(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
): Promise<void> {
  const pending = await listPendingPreviews(tx, realmId, messageIds);
  if (pending.length === 0) return;
  const linked = await listLinkedBy(
    tx,
    realmId,
    pending.map(({ id }) => id),
  );
  const findUpload = uploadsOf(await listById(tx, realmId, linked));
  for (const { html, id } of pending)
    await updateRendered(tx, { realmId, messageId: id }, settlePreviews(html, { findUpload }));
}
