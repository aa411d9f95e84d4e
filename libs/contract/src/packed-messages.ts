// See docs/subsystems/messages.md, The event.
import type { Audience } from "./audience.ts";
import type { Bundle, DomainEvent } from "./bundle.ts";
import { type BundleFacts, factsOf } from "./event-types/bundle-facts.ts";
import type { WideMessage } from "./event-types/message.ts";
import type { NewMessageEvent } from "./event-types/new-message-event.ts";

/** The fields in which messages differ that are sent to one topic or conversation; usual values are left out. */
type Own = Pick<
  WideMessage,
  | "id"
  | "timestamp"
  | "sender_id"
  | "sender_email"
  | "sender_full_name"
  | "avatar_url"
  | "avatar_is_gravatar"
  | "content"
> &
  Partial<Pick<WideMessage, "is_me_message" | "rendered_content">>;

/** The other fields, in which messages that one program sends to one place are alike. */
type Shared = Omit<WideMessage, keyof Own | keyof typeof usual>;

/** Values that most new messages have, and which are therefore left out. */
const usual = { is_me_message: false, reactions: [], submessages: [] } as const;
const usualFacts = { mentionedUserIds: [], senderIsBot: false };

/** Stands in a bundle once for all its messages that have it in common. */
interface Alike extends Pick<DomainEvent, "audience" | "publicChannel"> {
  readonly message: Shared;
}

/** The event of a message as it stands in a bundle: `like` is the index of what it shares with others. */
interface PackedEvent extends Omit<DomainEvent, "audience" | "event" | "publicChannel"> {
  readonly event: { readonly type: "message"; readonly message: Own };
  readonly like: number;
}

/** A bundle as it stands in the stream. */
interface PackedBundle extends Omit<Bundle, "events"> {
  readonly events: readonly (DomainEvent | PackedEvent)[];
  readonly alike?: readonly Alike[];
}

/** JSON texts of the events of messages that are written together. */
export interface PackedMessages {
  /** Of each event everything behind its timestamp. */
  readonly tails: readonly string[];
  /** Follows the list of events in the bundle. */
  readonly after: string;
  /** Of a bundle with all of them. */
  readonly facts: BundleFacts;
}

/** Packs the events of messages: what several share is named once, and what is usual not at all. */
export function packMessages(events: readonly NewMessageEvent[]): PackedMessages {
  const alike = new Map<string, number>();
  const audiences = new Map<Audience, string>();
  const tails = events.map(({ audience, internal, message, publicChannel, ...rest }) => {
    const { own, shared } = split(message);
    const receivers = audiences.get(audience) ?? JSON.stringify(audience);
    audiences.set(audience, receivers);
    const others = JSON.stringify({ ...(publicChannel && { publicChannel }), message: shared });
    const text = `{"audience":${receivers},${others.slice(1)}`;
    const like = alike.get(text) ?? alike.size;
    alike.set(text, like);
    const isUsual = internal.mentionedUserIds.length === 0 && !internal.senderIsBot;
    const envelope = JSON.stringify({ like, ...rest, ...(isUsual ? {} : { internal }) });
    return `${JSON.stringify(own).slice(1)}},${envelope.slice(1)}`;
  });
  const facts = factsOf(
    events.map(({ internal, message }) => ({ internal, event: { type: "message", message } })),
  );
  return { tails, after: `,"alike":[${[...alike.keys()].join(",")}]`, facts };
}

function split(message: NewMessageEvent["message"]): {
  readonly own: Omit<Own, "id" | "timestamp">;
  readonly shared: Shared;
} {
  const { sender_id, sender_email, sender_full_name, avatar_url, ...others } = message;
  const { avatar_is_gravatar, is_me_message, content, rendered_content, ...rest } = others;
  const { reactions: _none, submessages: _noneEither, ...shared } = rest;
  const sender = { sender_id, sender_email, sender_full_name, avatar_url, avatar_is_gravatar };
  const isMe = is_me_message ? { is_me_message } : {};
  const html = rendered_content === paragraph(content) ? {} : { rendered_content };
  return { own: { ...sender, ...isMe, content, ...html }, shared };
}

/** Most messages are a few plain words, of which Markdown makes this. */
function paragraph(content: string): string {
  return `<p>${content}</p>`;
}

/**
 * Reads a bundle of the stream by its text, unpacking the events of messages. Does not check what the
 * bundle says. @throws SyntaxError, RangeError when it lacks what an event refers to
 */
export function openBundle(text: string): Bundle {
  const { alike, ...bundle } = JSON.parse(text) as PackedBundle;
  const events = bundle.events.map((event) => ("like" in event ? unpack(event, alike) : event));
  return { ...bundle, events };
}

function unpack(packed: PackedEvent, alike: PackedBundle["alike"]): DomainEvent {
  const { event, like, internal = usualFacts, ...rest } = packed;
  const { id, timestamp, ...own } = event.message;
  const found = alike?.[like];
  if (found === undefined) throw new RangeError(`A bundle lacks what message ${id} has in common.`);
  const { message: shared, ...addressed } = found;
  const rendered_content = paragraph(own.content);
  const message = { id, timestamp, ...shared, ...usual, rendered_content, ...own };
  return { ...addressed, event: { type: "message", message }, ...rest, internal };
}
