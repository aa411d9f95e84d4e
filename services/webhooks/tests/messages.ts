import { type DomainEvent, encodeAudience, type WideMessage } from "@team-chat/contract";

interface Facts {
  readonly mentions?: readonly number[];
  readonly senderIsBot?: boolean;
  /** Users who receive it, beside the sender. */
  readonly receivers?: readonly number[];
  readonly flags?: DomainEvent["flags"];
}

/** A message to channel 9, about lunch, in its widest form. */
export function channelMessage(fields: Partial<WideMessage> = {}): WideMessage {
  return {
    id: 501,
    type: "stream",
    sender_id: 10,
    sender_email: "user10@example.com",
    sender_full_name: "User 10",
    sender_realm_str: "",
    client: "website",
    timestamp: 1_700_000_000,
    recipient_id: 77,
    subject: "lunch",
    topic_links: [{ text: "#1", url: "https://issues.example/1" }],
    is_me_message: false,
    reactions: [],
    submessages: [],
    display_recipient: "general",
    stream_id: 9,
    content: "@**Bot 20** *hungry?*",
    rendered_content: "<p>@Bot 20 <em>hungry?</em></p>",
    avatar_url: "https://avatars.example/10",
    avatar_is_gravatar: true,
    ...fields,
  };
}

/** A direct message of user 10 to these users. */
export function directMessage(
  others: readonly number[],
  fields: Partial<WideMessage> = {},
): WideMessage {
  const { stream_id: _channel, ...message } = channelMessage({
    type: "private",
    subject: "",
    topic_links: [],
    display_recipient: [10, ...others].map((id) => ({
      id,
      email: `user${id}@example.com`,
      full_name: `User ${id}`,
      is_mirror_dummy: false,
    })),
    content: "hungry?",
    rendered_content: "<p>hungry?</p>",
    ...fields,
  });
  return message;
}

/** The event of a message as the messages service publishes it. */
export function eventOf(
  message: WideMessage,
  { flags, mentions = [], receivers = [], senderIsBot = false }: Facts = {},
): DomainEvent {
  return {
    audience: encodeAudience([message.sender_id, ...receivers]),
    ...(flags && { flags }),
    event: { type: "message", message },
    internal: { mentionedUserIds: mentions, senderIsBot },
  };
}

interface EditFacts extends Pick<Facts, "flags" | "mentions" | "receivers"> {
  /** Users whom it mentioned before, or true for everybody. */
  readonly before?: readonly number[] | true;
}

/** The event that a message was edited, at its time, as the messages service publishes it. */
export function editOf(
  { content, rendered_content, ...message }: WideMessage,
  { before = [], flags = {}, mentions = [], receivers = [] }: EditFacts = {},
): DomainEvent {
  const of = { userIds: before === true ? [] : before, everyone: before === true };
  return {
    audience: encodeAudience([message.sender_id, ...receivers]),
    flags: { "*": [], ...flags },
    event: {
      type: "update_message",
      message_id: message.id,
      edit_timestamp: message.timestamp,
      content,
      rendered_content,
    },
    internal: { message, mentionedUserIds: mentions, before: of },
  };
}
