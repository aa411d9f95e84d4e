import type { HeldFile, HeldMessage } from "../../queries/archive/held-records.ts";
import type { ArchiveNames } from "./archive-names.ts";
import type { AttachmentEntry } from "./attachment-entry.ts";
import type { HeldRecord } from "./record-writer.ts";

/** Makes the record of a message (docs/legal-holds.md#records). */
export function presentMessage(row: HeldMessage, names: ArchiveNames): HeldRecord {
  const { deletion } = row;
  return {
    id: row.id,
    sent_at: row.sentAt,
    sender: names.person(row.senderId),
    channel: names.channel(row.channelId),
    topic: row.channelId === null ? null : row.topic,
    people: row.participants?.map((id) => names.person(id)) ?? null,
    content: row.content,
    rendered_content: row.renderedContent,
    client: row.client,
    edited_at: row.editedAt,
    moved_at: row.movedAt,
    edit_history: row.editHistory.map((edit) => ({ ...edit, user: names.person(edit.user_id) })),
    reactions: row.reactions.map(({ user_id: userId, ...reaction }) => ({
      user: names.person(userId),
      ...reaction,
    })),
    submessages: row.submessages.map(({ sender_id: senderId, ...submessage }) => ({
      sender: names.person(senderId),
      ...submessage,
    })),
    deletion: deletion && {
      at: deletion.at,
      by: names.person(deletion.by),
      reason: deletion.reason,
    },
  };
}

/** Makes the record of a file that was written (docs/legal-holds.md#records). */
export function presentFile(
  row: HeldFile,
  { bytes, sha256 }: AttachmentEntry,
  names: ArchiveNames,
): HeldRecord {
  return {
    id: row.id,
    path: `files/${row.pathId}`,
    name: row.name,
    owner: names.person(row.userId),
    content_type: row.contentType,
    size: row.size,
    bytes,
    sha256,
    created_at: row.createdAt,
    deleted_at: row.deletedAt,
    message_ids: row.messageIds,
  };
}
