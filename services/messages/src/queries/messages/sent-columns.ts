import type { Rendered } from "@team-chat/markdown";

/** A row of `message`, but for id and time, which the statement of `insert-messages.ts` adds. */
export interface NewMessage {
  readonly recipientId: number;
  /** Null for direct messages. */
  readonly channelId: number | null;
  readonly senderId: number;
  readonly topic: string;
  readonly content: string;
  readonly rendered: Pick<Rendered, "hasImage" | "hasLink" | "html">;
  readonly client: string;
  readonly isMe: boolean;
  readonly mentionsEveryone: boolean;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly of: (message: NewMessage) => string | number | boolean | null;
}

/** All columns of `message` that a send fills, in any order. */
const columns: readonly Column[] = [
  { name: "recipient_id", type: "int8", of: (message) => message.recipientId },
  { name: "channel_id", type: "int8", of: (message) => message.channelId },
  { name: "sender_id", type: "int8", of: (message) => message.senderId },
  { name: "topic", type: "text", of: (message) => message.topic },
  { name: "content", type: "text", of: (message) => message.content },
  { name: "rendered_content", type: "text", of: (message) => message.rendered.html },
  { name: "client", type: "text", of: (message) => message.client },
  { name: "is_me", type: "bool", of: (message) => message.isMe },
  { name: "has_link", type: "bool", of: (message) => message.rendered.hasLink },
  { name: "has_image", type: "bool", of: (message) => message.rendered.hasImage },
  { name: "mentions_everyone", type: "bool", of: (message) => message.mentionsEveryone },
];

/** Names of the columns of `message` that a send fills, but for id and time. */
export const sentColumns: readonly string[] = columns.map(({ name }) => name);
/** Names with types, as the definition of a record. */
export const typedColumns: string = columns.map(({ name, type }) => `${name} ${type}`).join(", ");

/** Makes the values of these columns, by name. */
export function valuesOf(message: NewMessage): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map(({ name, of }) => [name, of(message)]));
}

const link = /<(?:a|audio)[\s>]/;
const image = /class="(?:youtube-video )?message_inline_image"/;

/** Makes the columns that follow from the HTML of a message, where nobody has rendered it. */
export function columnsOfHtml(html: string): Readonly<Record<string, boolean>> {
  return { has_link: link.test(html), has_image: image.test(html) };
}
