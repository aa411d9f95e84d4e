// See docs/subsystems/archive.md.
import { type Fragment, sql } from "@team-chat/pg";

import { sentColumns } from "../messages/sent-columns.ts";

/** Columns that the archive keeps of a message, which a test compares with those that there are. */
export const messageColumns: readonly string[] = [
  "realm_id",
  "id",
  ...sentColumns,
  "sent_at",
  "has_attachment",
  "edited_at",
  "moved_at",
  "edit_history",
  "has_submessages",
];

/** Rows that belong to messages: where they are, where they are kept of deleted ones, and what of them. */
export interface Belonging {
  readonly table: string;
  readonly archive: string;
  readonly columns: readonly string[];
}

/** Everything that belongs to messages, which a test compares with what there is. */
export const belongings: readonly Belonging[] = [
  {
    table: "reaction",
    archive: "archived_reaction",
    columns: ["user_id", "reaction_type", "emoji_code", "emoji_name", "id"],
  },
  {
    table: "submessage",
    archive: "archived_submessage",
    columns: ["id", "sender_id", "msg_type", "content"],
  },
  {
    table: "attachment_message",
    archive: "archived_attachment_message",
    columns: ["attachment_id"],
  },
  {
    table: "page_link",
    archive: "archived_page_link",
    columns: ["position", "page_id", "embed", "picture"],
  },
  { table: "user_message", archive: "archived_user_message", columns: ["user_id", "flags"] },
].map((of) => ({ ...of, columns: ["realm_id", "message_id", ...of.columns] }));

/** Writes a list of columns, of the table where one is named. */
export function columnList(names: readonly string[], table?: string): Fragment {
  const each = names.map((name) => {
    const at = table === undefined ? [name] : [table, name];
    return sql.fragment`${sql.identifier(at)}`;
  });
  return sql.fragment`${sql.join(each, sql.fragment`, `)}`;
}
