import { z } from "zod";

/** A participant of a direct conversation as message objects list them. */
const messageParticipant = z.object({
  id: z.int().describe("User id"),
  email: z.string().describe("API email"),
  full_name: z.string().describe("Current name"),
  is_mirror_dummy: z.boolean().describe("Always false: there are no mirrored accounts"),
});

export const messageReaction = z.object({
  emoji_name: z.string().describe("Name without colons"),
  emoji_code: z
    .string()
    .describe("Code points in hexadecimal with dashes, or the custom emoji's id"),
  reaction_type: z.string().describe("unicode_emoji, realm_emoji or zulip_extra_emoji"),
  user_id: z.int().describe("Who reacted"),
});

export const messageSubmessage = z.object({
  id: z.int().describe("Unique id"),
  msg_type: z.string().describe("Always widget"),
  content: z.string().describe("JSON text"),
  message_id: z.int().describe("The message it belongs to"),
  sender_id: z.int().describe("Who added it"),
});

export const messageEdit = z.object({
  user_id: z.int().nullable().describe("Who edited; null for very old edits"),
  timestamp: z.int().describe("UNIX seconds"),
  prev_content: z.string().optional().describe("Markdown before"),
  prev_rendered_content: z.string().optional().describe("HTML before"),
  prev_stream: z.int().optional().describe("Channel before"),
  stream: z.int().optional().describe("Channel after"),
  prev_topic: z.string().optional().describe("Topic before"),
  topic: z.string().optional().describe("Topic after"),
});

/** Fields that every form of a message has (docs/behaviour/messages.md#fields-of-a-message). */
const commonFields = {
  id: z.int().describe("Unique; messages are displayed in order of id"),
  type: z.enum(["stream", "private"]).describe("private is a direct message"),
  sender_id: z.int().describe("User id"),
  sender_email: z.string().describe("API email"),
  sender_full_name: z.string().describe("Current name"),
  sender_realm_str: z.string().describe("Subdomain of the sender's organization"),
  client: z.string().describe("Name of the program that sent it"),
  timestamp: z.int().describe("When it was sent, in UNIX seconds"),
  recipient_id: z.int().describe("Of the channel or the conversation; the same in both directions"),
  subject: z.string().describe("Topic; empty for direct messages"),
  topic_links: z
    .array(
      z.object({ text: z.string().describe("Matched text"), url: z.string().describe("Target") }),
    )
    .describe("Links that linkifiers find in the topic"),
  is_me_message: z.boolean().describe("Whether the content begins with /me"),
  reactions: z.array(messageReaction).describe("In order of adding"),
  submessages: z.array(messageSubmessage).describe("Polls and todo lists, in order of id"),
  display_recipient: z
    .union([z.string(), z.array(messageParticipant)])
    .describe("Channel name, or everybody in the conversation"),
  stream_id: z.int().optional().describe("Channel messages only"),
  last_edit_timestamp: z
    .int()
    .optional()
    .describe("UNIX seconds; absent if the content was never edited"),
  last_moved_timestamp: z
    .int()
    .optional()
    .describe("UNIX seconds; absent if never moved; resolving a topic is no move"),
  edit_history: z.array(messageEdit).optional().describe("Newest first; absent if never edited"),
};

/** A message with everything any client may see of it: what message events carry inside, and what is presented from. */
export const wideMessage = z.object({
  ...commonFields,
  content: z.string().describe("Markdown as it was sent"),
  rendered_content: z.string().describe("HTML"),
  avatar_url: z.string().describe("Always a URL"),
  avatar_is_gravatar: z
    .boolean()
    .describe(
      "Whether clients may compute the URL: a third-party avatar and an e-mail address that everyone sees",
    ),
});

/** A message as one client sees it. */
export const message = z.object({
  ...commonFields,
  content: z.string().describe("HTML or Markdown, as content_type says"),
  content_type: z.enum(["text/html", "text/x-markdown"]).describe("Form of content"),
  avatar_url: z
    .string()
    .nullable()
    .describe("Null when the client computes it from the e-mail address"),
});

export type WideMessage = z.infer<typeof wideMessage>;
export type Message = z.infer<typeof message>;

/** Capabilities and settings of a client that decide how it is shown messages. */
export interface MessageForm {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  /** Shown instead of the empty topic; the empty string for clients that understand it. */
  readonly emptyTopicName: string;
}

/** Presents a message in the form that a client asked for (docs/behaviour/messages.md#fields-of-a-message). */
export function presentMessage(wide: WideMessage, form: MessageForm): Message {
  const { rendered_content: html, avatar_is_gravatar: computable, ...shared } = wide;
  const named = (topic: string) => (topic === "" ? form.emptyTopicName : topic);
  const presented: Message = {
    ...shared,
    subject: wide.type === "stream" ? named(wide.subject) : "",
    content: form.applyMarkdown ? html : wide.content,
    content_type: form.applyMarkdown ? "text/html" : "text/x-markdown",
    avatar_url: form.clientGravatar && computable ? null : wide.avatar_url,
  };
  if (wide.edit_history && form.emptyTopicName !== "") {
    presented.edit_history = wide.edit_history.map((edit) => ({
      ...edit,
      ...(edit.prev_topic === undefined ? {} : { prev_topic: named(edit.prev_topic) }),
      ...(edit.topic === undefined ? {} : { topic: named(edit.topic) }),
    }));
  }
  return presented;
}
