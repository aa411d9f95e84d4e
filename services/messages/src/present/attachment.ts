import { type AttachmentObject, type DomainEvent, encodeAudience } from "@team-chat/contract";

import type { AttachmentRow } from "../queries/files/attachments.ts";

/** Presents a file as its owner gets it. */
export function presentAttachment(row: AttachmentRow): AttachmentObject {
  const { id, name, pathId, size, createdAt, messages } = row;
  return { id, name, path_id: pathId, size, create_time: createdAt, messages };
}

/** Writes the event by which the owner's file is new or linked to otherwise than before. */
export function attachmentEvent(
  op: "add" | "update",
  row: AttachmentRow,
  spaceUsed: number,
): DomainEvent {
  const attachment = presentAttachment(row);
  return {
    audience: encodeAudience([row.userId]),
    event: { type: "attachment", op, attachment, upload_space_used: spaceUsed },
  };
}
