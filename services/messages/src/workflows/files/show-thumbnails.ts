import { settlePreviews } from "@team-chat/markdown";

import type { RealmState } from "../../domain/directories/realm-view.ts";
import { type AttachmentRow } from "../../queries/files/attachments.ts";
import { listMessages } from "../../queries/messages/messages.ts";
import type { GatedTransaction } from "../../sending/gated-transaction.ts";
import { uploadsOf } from "../../sending/link-files.ts";
import { showAnew } from "./show-anew.ts";

/**
 * Shows a picture as it is now in the messages that link to it and were written before its thumbnails were made, and
 * tells whoever may read them. `nowMs` is in UNIX milliseconds.
 */
export async function showThumbnails(
  work: GatedTransaction,
  realm: RealmState,
  { file, nowMs }: { readonly file: AttachmentRow; readonly nowMs: number },
): Promise<void> {
  const reader = { realmId: realm.realmId, userId: file.userId };
  const findUpload = uploadsOf([file]);
  const ids = file.messages.map(({ id }) => id);
  for (const row of await listMessages(work.tx, reader, ids)) {
    const html = settlePreviews(row.renderedContent, { findUpload });
    await showAnew(work, realm, { row, html, nowMs });
  }
}
