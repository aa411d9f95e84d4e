// See docs/subsystems/messages.md, Writing.
import { z } from "zod";

import { audience } from "./audience.ts";
import type { Bundle, DomainEvent } from "./bundle.ts";
import { type WideMessage, wideMessage } from "./event-types/message.ts";

/** What the messages of one place that one program sends have in common. */
const placeOfMessage = wideMessage
  .pick({
    type: true,
    sender_realm_str: true,
    client: true,
    recipient_id: true,
    subject: true,
    topic_links: true,
    display_recipient: true,
    stream_id: true,
  })
  .strict();

/** What of a sent message is its own; what is left out has its usual value. */
const ownOfMessage = wideMessage
  .pick({
    id: true,
    timestamp: true,
    sender_id: true,
    sender_email: true,
    sender_full_name: true,
    avatar_url: true,
    avatar_is_gravatar: true,
    content: true,
  })
  .extend({
    is_me_message: z.literal(true).optional(),
    /** Left out when it is the content as one paragraph. */
    rendered_content: wideMessage.shape.rendered_content.optional(),
  })
  .strict();

type OwnOfNewMessage = Omit<z.infer<typeof ownOfMessage>, "id" | "timestamp">;
type OwnInFull = Required<OwnOfNewMessage>;

/** What stands in a bundle once for all its messages that have it in common. */
const alikeMessages = z.strictObject({
  audience,
  publicChannel: z.literal(true).optional(),
  message: placeOfMessage,
});

type AlikeMessages = z.infer<typeof alikeMessages>;

/** The event of a sent message as it stands in its bundle: `like` is the index of what it has in common with others. */
interface ShortEvent extends Omit<DomainEvent, "audience" | "event"> {
  readonly event: { readonly type: "message"; readonly message: z.infer<typeof ownOfMessage> };
  readonly like: number;
}

/** A bundle as it stands in the stream. Releases before this form have neither `alike` nor short events. */
interface StoredBundle extends Omit<Bundle, "events"> {
  readonly events: readonly (DomainEvent | ShortEvent)[];
  readonly alike?: readonly AlikeMessages[];
}

/** Facts of a message that mentions nobody and that a human sent (`messageFacts`). */
const usualFacts = { mentionedUserIds: [], senderIsBot: false };

/** A new message taken apart: what others of its place share with it, and what is left then. `openBundle` puts it together again, key by key as it was. */
export function shortenMessage(wide: Omit<WideMessage, "id" | "timestamp">): {
  readonly place: AlikeMessages["message"];
  readonly own: OwnOfNewMessage;
} {
  const { type, sender_realm_str, client, recipient_id, subject, topic_links } = wide;
  const { display_recipient, stream_id } = wide;
  const place = { type, sender_realm_str, client, recipient_id, subject, topic_links };
  return {
    place: { ...place, display_recipient, ...(stream_id === undefined ? {} : { stream_id }) },
    own: shortenOwn(wide),
  };
}

/** The second of these parts alone. */
export function shortenOwn(wide: Pick<WideMessage, keyof OwnInFull>): OwnOfNewMessage {
  const { sender_id, sender_email, sender_full_name, avatar_url, avatar_is_gravatar } = wide;
  const { content, is_me_message, rendered_content } = wide;
  return {
    sender_id,
    sender_email,
    sender_full_name,
    avatar_url,
    avatar_is_gravatar,
    ...(is_me_message ? { is_me_message } : {}),
    content,
    ...(rendered_content === paragraph(content) ? {} : { rendered_content }),
  };
}

/** Facts for our own consumers as the event of a sent message names them: not at all when they are the usual ones. */
export function shortenFacts(facts: {
  readonly mentionedUserIds: readonly number[];
  readonly senderIsBot: boolean;
}): { readonly internal?: typeof facts } {
  return facts.mentionedUserIds.length === 0 && !facts.senderIsBot ? {} : { internal: facts };
}

/** A bundle of the stream by its text, with every event in full; what it says is not checked. @throws SyntaxError */
export function openBundle(text: string): Bundle {
  const { alike, ...bundle } = JSON.parse(text) as StoredBundle;
  const events = bundle.events.map((event) => ("like" in event ? inFull(event, alike) : event));
  return { ...bundle, events };
}

function inFull(short: ShortEvent, alike: StoredBundle["alike"]): DomainEvent {
  const { event, like, internal = usualFacts, ...rest } = short;
  const shared = alike?.[like];
  if (shared === undefined)
    throw new RangeError(`A bundle lacks what message ${event.message.id} has in common.`);
  const { message: place, ...addressed } = shared;
  return {
    ...addressed,
    event: { type: "message", message: messageInFull(event.message, place) },
    ...rest,
    internal,
  };
}

function messageInFull(
  own: z.infer<typeof ownOfMessage>,
  place: AlikeMessages["message"],
): WideMessage {
  return {
    id: own.id,
    timestamp: own.timestamp,
    type: place.type,
    sender_id: own.sender_id,
    sender_email: own.sender_email,
    sender_full_name: own.sender_full_name,
    avatar_url: own.avatar_url,
    avatar_is_gravatar: own.avatar_is_gravatar,
    sender_realm_str: place.sender_realm_str,
    client: place.client,
    recipient_id: place.recipient_id,
    subject: place.subject,
    topic_links: place.topic_links,
    is_me_message: own.is_me_message ?? false,
    reactions: [],
    submessages: [],
    display_recipient: place.display_recipient,
    ...(place.stream_id === undefined ? {} : { stream_id: place.stream_id }),
    content: own.content,
    rendered_content: own.rendered_content ?? paragraph(own.content),
  };
}

/** Most messages are a few plain words, of which Markdown makes this. */
function paragraph(content: string): string {
  return `<p>${content}</p>`;
}
