import type { UserRecord, WideMessage } from "@team-chat/contract";

import { hashOf } from "../../domain/narrow-links.ts";
import { plainText } from "./plain-text.ts";

/**
 * Longest text of a notification, in characters. With the longest names and topic, four bytes each, all of it stays
 * below the 4096 bytes that push services take (RFC 8030, section 7.2).
 */
const maxBodyCharacters = 300;

/** News of a message for a device (docs/behaviour/notifications.md#what-a-notification-says). */
export interface MessagePush {
  readonly type: "message";
  readonly conversation: string;
  readonly message_id: number;
  readonly title: string;
  /** Empty when the user wants nothing of it to be shown. */
  readonly body: string;
  /** Address of the message, below the organization's. */
  readonly url: string;
  /** UNIX seconds. */
  readonly timestamp: number;
}

/** News for a device that a message was read elsewhere, or is gone. */
export interface ClosingPush {
  readonly type: "close";
  readonly conversation: string;
  /** The notification is closed if it is of this message or one before. */
  readonly message_id: number;
}

/** Names the conversation of a message, the same for every message in it. */
export function conversationOf(
  message: Pick<WideMessage, "display_recipient" | "recipient_id" | "subject">,
): string {
  const { display_recipient: to, recipient_id, subject } = message;
  return typeof to === "string" ? `${recipient_id}/${subject.toLowerCase()}` : String(recipient_id);
}

/** Says what the user's devices show of a message. It is made of names and the message: no words to be translated. */
export function contentOf(message: WideMessage, { settings }: UserRecord): MessagePush {
  const isDirect = typeof message.display_recipient !== "string";
  const isHidden = isDirect && settings["pm_content_in_desktop_notifications"] === false;
  return {
    type: "message",
    conversation: conversationOf(message),
    message_id: message.id,
    title: `${message.sender_full_name}${placeOf(message)}`,
    body: isHidden ? "" : plainText(message.rendered_content, maxBodyCharacters),
    url: `/${hashOf(message)}`,
    timestamp: message.timestamp,
  };
}

function placeOf({ display_recipient: to, subject }: WideMessage): string {
  if (typeof to === "string") return subject === "" ? ` (#${to})` : ` (#${to} > ${subject})`;
  // Beside the sender and whoever reads it.
  const others = to.length - 2;
  return others > 0 ? ` (+${others})` : "";
}
