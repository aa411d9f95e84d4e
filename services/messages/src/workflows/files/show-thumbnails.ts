import { settlePreviews } from "@team-chat/markdown";

import type { RealmState } from "../../domain/directories/realm-view.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { isMeMessage } from "../../policies/message-text.ts";
import { renderedAnewEvent } from "../../present/edit-events.ts";
import { type AttachmentRow } from "../../queries/files/attachments.ts";
import { listMessages, type MessageRow } from "../../queries/messages/messages.ts";
import { updateRendered } from "../../queries/messages/rendered-content.ts";
import { listUserFlags } from "../../queries/read-state/mention-flags.ts";
import type { GatedTransaction } from "../../sending/gated-transaction.ts";
import { uploadsOf } from "../../sending/link-files.ts";

/**
 * Shows a picture as it is now in the messages that link to it and were written before its thumbnails were made, and
 * tells whoever may read them. `nowMs` is in UNIX milliseconds.
 */
export async function showThumbnails(
  { emit, tx }: GatedTransaction,
  realm: RealmState,
  { file, nowMs }: { readonly file: AttachmentRow; readonly nowMs: number },
): Promise<void> {
  const { realmId } = realm;
  const reader = { realmId, userId: file.userId };
  const findUpload = uploadsOf([file]);
  const ids = file.messages.map(({ id }) => id);
  for (const row of await listMessages(tx, reader, ids)) {
    const html = settlePreviews(row.renderedContent, { findUpload });
    if (html === row.renderedContent) continue;
    await updateRendered(tx, { realmId, messageId: row.id }, html);
    const audience = await listAudience(tx, realm, { ...row, messageIds: [row.id] });
    const place = { realmId, recipientId: row.recipientId, messageId: row.id };
    const readers = await listUserFlags(tx, place, audience);
    emit(
      renderedAnewEvent(
        {
          message_id: row.id,
          edit_timestamp: Math.floor(nowMs / 1000),
          ...placeOf(row, realm),
          content: row.content,
          rendered_content: html,
          is_me_message: isMeMessage(row.content),
        },
        { readers, mentionsEveryone: row.mentionsEveryone },
      ),
    );
  }
}

function placeOf({ channelId }: MessageRow, { channels }: RealmState): object {
  if (channelId === null) return {};
  return { stream_id: channelId, stream_name: channels.channels.get(channelId)?.name ?? "" };
}
