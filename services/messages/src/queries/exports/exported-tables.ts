// What exports have of this service (docs/export.md). A test holds this list against the tables that there are.
import { type ExportedTable, type ExportPart, type Fragment, sql } from "@team-chat/pg";

const ofPeople = ({ people }: ExportPart) =>
  sql.fragment`t.user_id = any(${sql.array([...people], "int8")})`;

/** Rows of one person. */
const own = (userId: number) => sql.fragment`t.user_id = ${userId}`;
const ownSent = (userId: number) => sql.fragment`t.sender_id = ${userId}`;

/** Messages of channels that everybody may read, and those that somebody who consents has received. */
const isShown = (m: "t" | "m", { channels, people }: ExportPart): Fragment => {
  const of = (name: string) => sql.identifier([m, name]);
  return sql.fragment`(${of("channel_id")} = any(${sql.array([...channels], "int8")}) or exists (
    select from user_recipient u
    where u.realm_id = ${of("realm_id")} and u.user_id = any(${sql.array([...people], "int8")})
      and u.recipient_id = ${of("recipient_id")} and u.received @> ${of("id")}))`;
};

const ofShownMessage = (part: ExportPart) => sql.fragment`exists (
  select from message m where m.realm_id = t.realm_id and m.id = t.message_id and ${isShown("m", part)})`;

const messages: readonly ExportedTable[] = [
  {
    kind: "conversations",
    table: "recipient",
    key: { id: "int8" },
    fields: ["id", "channel_id", "participants"],
    partly: ({ channels, people }) => sql.fragment`(
      t.channel_id = any(${sql.array([...channels], "int8")}) or exists (
        select from user_recipient u
        where u.realm_id = t.realm_id and u.user_id = any(${sql.array([...people], "int8")})
          and u.recipient_id = t.id))`,
    ofPerson: (userId) => sql.fragment`(
      exists (
        select from user_recipient u
        where u.realm_id = t.realm_id and u.user_id = ${userId} and u.recipient_id = t.id)
      or exists (
        select from message m
        where m.realm_id = t.realm_id and m.sender_id = ${userId} and m.recipient_id = t.id))`,
  },
  {
    kind: "messages",
    table: "message",
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
      "is_me",
      "has_submessages",
      "mentions_everyone",
      "edited_at",
      "moved_at",
      "edit_history",
    ],
    partly: (part) => isShown("t", part),
    ofPerson: ownSent,
  },
  {
    kind: "reactions",
    table: "reaction",
    key: { message_id: "int8", user_id: "int8", reaction_type: "text", emoji_code: "text" },
    fields: ["id", "message_id", "user_id", "reaction_type", "emoji_code", "emoji_name"],
    partly: ofShownMessage,
    ofPerson: own,
  },
  {
    kind: "submessages",
    table: "submessage",
    key: { message_id: "int8", id: "int8" },
    fields: ["id", "message_id", "sender_id", "msg_type", "content"],
    partly: ofShownMessage,
    ofPerson: ownSent,
  },
];

const ofEach: readonly ExportedTable[] = [
  {
    kind: "received",
    table: "user_recipient",
    key: { user_id: "int8", recipient_id: "int8" },
    fields: ["user_id", "recipient_id", "received", "read"],
    partly: ofPeople,
    ofPerson: own,
  },
  {
    kind: "flags",
    table: "user_message",
    key: { user_id: "int8", message_id: "int8" },
    fields: ["user_id", "message_id", "flags"],
    partly: ofPeople,
    ofPerson: own,
  },
  {
    kind: "drafts",
    table: "draft",
    key: { id: "int8" },
    fields: ["id", "user_id", "type", "recipients", "topic", "content", "edited_at"],
    partly: ofPeople,
    ofPerson: own,
  },
  {
    kind: "scheduled_messages",
    table: "scheduled_message",
    key: { id: "int8" },
    fields: [
      "id",
      "user_id",
      "channel_id",
      "recipients",
      "topic",
      "content",
      "rendered_content",
      "client",
      "read_by_sender",
      "deliver_at",
      "failure",
      "reminder_of",
    ],
    partly: ofPeople,
    ofPerson: own,
  },
];

const files: readonly ExportedTable[] = [
  {
    kind: "files",
    table: "attachment",
    key: { id: "int8" },
    fields: [
      "id",
      "path_id",
      "user_id",
      "name",
      "size",
      "content_type",
      "created_at",
      "image_width",
      "image_height",
      "is_animated",
      "claimed",
    ],
    partly: (part) => sql.fragment`(${ofPeople(part)} or exists (
      select from attachment_message a join message m on m.realm_id = a.realm_id and m.id = a.message_id
      where a.realm_id = t.realm_id and a.attachment_id = t.id and ${isShown("m", part)}))`,
    ofPerson: own,
  },
  {
    kind: "file_links",
    table: "attachment_message",
    key: { message_id: "int8", attachment_id: "int8" },
    fields: ["message_id", "attachment_id"],
    partly: ofShownMessage,
    ofPerson: (userId) => sql.fragment`exists (
      select from message m
      where m.realm_id = t.realm_id and m.id = t.message_id and m.sender_id = ${userId})`,
  },
];

export const exportedTables: readonly ExportedTable[] = [...messages, ...ofEach, ...files];
