import type { RealmState } from "../../domain/directories/realm-view.ts";
import { listAudience } from "../../loading/message-audience.ts";
import { isMeMessage } from "../../policies/message-text.ts";
import { renderedAnewEvent } from "../../present/edit-events.ts";
import type { MessageRow } from "../../queries/messages/messages.ts";
import { updateRendered } from "../../queries/messages/rendered-content.ts";
import { listUserFlags } from "../../queries/read-state/mention-flags.ts";
import type { GatedTransaction } from "../../sending/gated-transaction.ts";

interface Anew {
  readonly row: MessageRow;
  readonly html: string;
  /** UNIX milliseconds. */
  readonly nowMs: number;
}

/** Gives a message HTML that says the same in another way, if it is another, and tells whoever may read it. */
export async function showAnew(
  { emit, tx }: GatedTransaction,
  realm: RealmState,
  { html, nowMs, row }: Anew,
): Promise<void> {
  if (html === row.renderedContent) return;
  const { realmId } = realm;
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

function placeOf({ channelId }: MessageRow, { channels }: RealmState): object {
  if (channelId === null) return {};
  return { stream_id: channelId, stream_name: channels.channels.get(channelId)?.name ?? "" };
}
