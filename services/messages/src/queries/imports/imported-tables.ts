// What becomes of archives' rows of this service (docs/export.md#taking-an-archive-in). A test holds this list against
// what exports have.
import { createHash } from "node:crypto";

import { withoutPagePictures } from "@team-chat/markdown";
import type { ImportedTable, Moved, Row } from "@team-chat/transfer";

import { columnsOfHtml } from "../messages/sent-columns.ts";

function message(row: Row, moved: Moved): Row {
  const html = String(htmlOf(row["rendered_content"], moved));
  return {
    ...row,
    id: moved.id("messages", row["id"]),
    recipient_id: moved.id("conversations", row["recipient_id"]),
    channel_id: moved.id("channels", row["channel_id"]),
    sender_id: moved.id("people", row["sender_id"]),
    content: moved.text(row["content"]),
    rendered_content: html,
    ...columnsOfHtml(html),
    // Until the links to files come.
    has_attachment: false,
    edit_history: editHistory(row["edit_history"], moved),
  };
}

/** Moves HTML of a message; pictures of pages are not in archives. */
function htmlOf(html: unknown, moved: Moved): unknown {
  const shown = moved.html(html);
  return typeof shown === "string" ? withoutPagePictures(shown) : shown;
}

function given(name: string, value: unknown): Row {
  return value === undefined ? {} : { [name]: value };
}

function editHistory(history: unknown, moved: Moved): unknown {
  if (!Array.isArray(history)) return null;
  return history.map((entry: Row) => {
    const channel = (name: string) =>
      typeof entry[name] === "number" ? { [name]: moved.id("channels", entry[name]) } : {};
    return {
      ...entry,
      user_id: moved.id("people", entry["user_id"]),
      ...given("prev_content", moved.text(entry["prev_content"])),
      ...given("prev_rendered_content", htmlOf(entry["prev_rendered_content"], moved)),
      ...channel("prev_stream"),
      ...channel("stream"),
    };
  });
}

const addedBy = /^(\d{1,15}),(\d{1,4})$/;
const taskAddedBy = /^(\d{1,4}),(\d{1,15})$/;

/** Moves whoever added an option (`user,number`) or a task (`number,user`), by which votes and strikes name it. */
function widget(content: unknown, moved: Moved): unknown {
  const parsed = parsedWidget(content);
  if (parsed === null || typeof parsed["key"] !== "string") return content;
  const user = (id: string) => String(moved.find("people", Number(id)) ?? id);
  const of = (key: string) =>
    parsed["type"] === "vote"
      ? key.replace(addedBy, (_, id: string, at: string) => `${user(id)},${at}`)
      : key.replace(taskAddedBy, (_, at: string, id: string) => `${at},${user(id)}`);
  return JSON.stringify({ ...parsed, key: of(parsed["key"]) });
}

function parsedWidget(content: unknown): Row | null {
  try {
    const value: unknown = JSON.parse(String(content));
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

const messages: readonly ImportedTable[] = [
  {
    kind: "conversations",
    table: "recipient",
    columns: (row, moved) => {
      const participants = moved.ids("people", row["participants"]);
      const hash =
        participants && createHash("sha256").update(participants.join()).digest("base64");
      return {
        id: moved.id("conversations", row["id"]),
        channel_id: moved.id("channels", row["channel_id"]),
        participants,
        participants_hash: hash,
      };
    },
    pictures: ["participants_hash"],
  },
  { kind: "messages", table: "message", columns: message },
  {
    kind: "reactions",
    table: "reaction",
    columns: (row, moved) => ({
      ...row,
      id: moved.id("reactions", row["id"]),
      message_id: moved.id("messages", row["message_id"]),
      user_id: moved.id("people", row["user_id"]),
      emoji_code: moved.emojiCode(row["reaction_type"], row["emoji_code"]),
    }),
  },
  {
    kind: "submessages",
    table: "submessage",
    columns: (row, moved) => ({
      ...row,
      id: moved.id("submessages", row["id"]),
      message_id: moved.id("messages", row["message_id"]),
      sender_id: moved.id("people", row["sender_id"]),
      content: widget(row["content"], moved),
    }),
  },
];

const ofEach: readonly ImportedTable[] = [
  {
    kind: "received",
    table: "user_recipient",
    columns: (row, moved) => ({
      user_id: moved.id("people", row["user_id"]),
      recipient_id: moved.id("conversations", row["recipient_id"]),
      received: moved.ranges(row["received"]),
      read: moved.ranges(row["read"]),
    }),
  },
  {
    kind: "flags",
    table: "user_message",
    columns: (row, moved) => ({
      ...row,
      user_id: moved.id("people", row["user_id"]),
      message_id: moved.id("messages", row["message_id"]),
    }),
  },
  {
    kind: "drafts",
    table: "draft",
    columns: (row, moved) => ({
      ...row,
      id: moved.id("drafts", row["id"]),
      user_id: moved.id("people", row["user_id"]),
      recipients: moved.ids(row["type"] === "stream" ? "channels" : "people", row["recipients"]),
      content: moved.text(row["content"]),
    }),
  },
  {
    kind: "scheduled_messages",
    table: "scheduled_message",
    inSandbox: false,
    columns: (row, moved) => ({
      ...row,
      id: moved.id("scheduled_messages", row["id"]),
      user_id: moved.id("people", row["user_id"]),
      channel_id: moved.id("channels", row["channel_id"]),
      recipients: moved.ids("people", row["recipients"]),
      content: moved.text(row["content"]),
      rendered_content: moved.html(row["rendered_content"]),
      reminder_of:
        typeof row["reminder_of"] === "number" ? moved.find("messages", row["reminder_of"]) : null,
    }),
  },
];

const files: readonly ImportedTable[] = [
  {
    kind: "files",
    table: "attachment",
    columns: (row, moved) => ({
      ...row,
      id: moved.id("files", row["id"]),
      path_id: moved.path(row["path_id"]),
      user_id: moved.id("people", row["user_id"]),
    }),
  },
  {
    kind: "file_links",
    table: "attachment_message",
    columns: (row, moved) => ({
      message_id: moved.id("messages", row["message_id"]),
      attachment_id: moved.id("files", row["attachment_id"]),
    }),
  },
];

export const importedTables: readonly ImportedTable[] = [...messages, ...ofEach, ...files];
