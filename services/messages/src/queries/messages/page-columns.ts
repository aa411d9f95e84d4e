import { type Fragment, sql } from "@team-chat/pg";

import type { EditEntry } from "./edits.ts";
import { reactionText } from "./reactions.ts";
import {
  json,
  jsonOrNull,
  number,
  numberOrNull,
  type RowOf,
  text,
  TextColumns,
  truth,
} from "./text-columns.ts";

/**
 * UNIX times, as floats, whose 53 bits hold microseconds until the year 2255: `extract` makes a numeric, which takes
 * twice as long.
 */
const seconds = {
  sentAt: sql.fragment`floor(date_part('epoch', m.sent_at))::int8`,
  editedAt: sql.fragment`floor(date_part('epoch', m.edited_at))::int8`,
  movedAt: sql.fragment`floor(date_part('epoch', m.moved_at))::int8`,
};

const participants = sql.fragment`
  case when m.channel_id is null then (
    select to_json(r.participants) from recipient r where r.realm_id = m.realm_id and r.id = m.recipient_id
  ) end`;

/** Facts that messages of one sender in one topic share; participants are those of direct messages. */
export const sharedColumns = new TextColumns(
  {
    recipientId: number(sql.fragment`m.recipient_id`),
    channelId: numberOrNull(sql.fragment`m.channel_id`),
    senderId: number(sql.fragment`m.sender_id`),
    participants: jsonOrNull<readonly number[]>(participants),
    topic: json<string>(sql.fragment`to_json(m.topic)`),
  },
  "inner",
);

/** Changes, which few messages have: times in UNIX seconds, and the edits, newest first. */
export const changeColumns = new TextColumns(
  {
    editedAt: numberOrNull(seconds.editedAt),
    movedAt: numberOrNull(seconds.movedAt),
    editHistory: jsonOrNull<readonly EditEntry[]>(sql.fragment`m.edit_history`),
  },
  "inner",
);

/** Fields that each message of a page has for itself, with the SQL of their JSON. A new one needs this line alone. */
const ownFields = {
  id: sql.fragment`m.id`,
  timestamp: seconds.sentAt,
  is_me_message: sql.fragment`m.is_me::text`,
  client: sql.fragment`to_json(m.client)`,
};

/** Names of the fields whose JSON the database writes. */
export const ownFieldNames: ReadonlySet<string> = new Set([...Object.keys(ownFields), "content"]);

/** Selects all of them as JSON without braces, which nobody takes apart. */
function ownJson(content: Fragment): Fragment {
  const parts = Object.entries({ ...ownFields, content }).map(
    ([name, written], index) =>
      sql.fragment`${sql.literalValue(`${index === 0 ? "" : ","}"${name}":`)}, ${written}`,
  );
  return sql.fragment`concat(${sql.join(parts, sql.fragment`, `)})`;
}

/** Columns of the messages (`m`) of a page. What the service decides by has one of its own. */
function messageColumnsWith(content: Fragment) {
  return new TextColumns({
    id: number(sql.fragment`m.id`),
    mentionsEveryone: truth(sql.fragment`m.mentions_everyone`),
    hasSubmessages: truth(sql.fragment`m.has_submessages`),
    /** One of `sharedColumns`. */
    shared: text(sharedColumns.text),
    json: text(ownJson(content)),
    /** One of `changeColumns`, or empty: nothing is written, or computed, for most messages. */
    changes: text(
      sql.fragment`case when m.edit_history is null then '' else ${changeColumns.text} end`,
    ),
  });
}

/** Columns of messages by the form of their content. */
export const messageColumns = {
  html: messageColumnsWith(sql.fragment`to_json(m.rendered_content)`),
  markdown: messageColumnsWith(sql.fragment`to_json(m.content)`),
} as const;

/** Flags of the reader, for messages that have any. */
export const flagColumns = new TextColumns({
  messageId: number(sql.fragment`message_id`),
  bits: number(sql.fragment`flags`),
});

/** Reactions (`r`) of messages. */
export const reactionColumns = new TextColumns({
  messageId: number(sql.fragment`r.message_id`),
  json: text(reactionText),
});

/** Ids among the messages (`these`) of each recipient that the reader received and read, as multiranges. */
export const rangeColumns = new TextColumns({
  recipientId: number(sql.fragment`recipient_id`),
  received: text(sql.fragment`received * these.span`),
  read: text(sql.fragment`read * these.span`),
});

/** The facts that messages of one sender in one topic share; those of a page share one object. */
export type SharedFields = RowOf<typeof sharedColumns>;
/** Changes of a message. */
export type ChangeRow = RowOf<typeof changeColumns>;
/** A message of a page, without its relations. */
export type MessageTextRow = RowOf<typeof messageColumns.html>;
