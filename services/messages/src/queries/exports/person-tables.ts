// What exports of people have of this service (docs/export.md#what-is-a-persons). A test holds it against the tables.
import { personChanges } from "@team-chat/audit";
import { type ExportedTable, sql } from "@team-chat/pg";

import { exportedTables } from "./exported-tables.ts";

const deleted: ExportedTable = {
  kind: "deleted_messages",
  table: "archived_message",
  key: { id: "int8" },
  fields: [
    "id",
    "recipient_id",
    "channel_id",
    "sender_id",
    "topic",
    "content",
    "rendered_content",
    "client",
    "sent_at",
    "edited_at",
    "moved_at",
    "edit_history",
  ],
  ofPerson: (userId) => sql.fragment`t.sender_id = ${userId}`,
};

export const personTables: readonly ExportedTable[] = [
  ...exportedTables,
  deleted,
  personChanges("message_changes"),
].filter(({ ofPerson }) => ofPerson !== undefined);
