import {
  type FetchedMessage,
  maxMailedMessages,
  type MissedConversation,
  type RealmRecord,
  type UserRecord,
} from "@team-chat/contract";
import { quoteOf } from "@team-chat/mail";

import { hashOf, hashWithoutTopic } from "../../domain/narrow-links.ts";
import { contentHiddenBy } from "../../policies/notification.ts";
import type { MissedMessage } from "../../queries/missed-messages.ts";
import { conversationOf } from "../push/content.ts";

/** Longest HTML of all quotations of an e-mail: programs cut what is longer than 100 kB, and the foot with it. */
const maxQuotedCharacters = 60_000;

interface Missing {
  readonly realm: RealmRecord;
  readonly user: UserRecord;
  readonly reasons: ReadonlyMap<number, MissedMessage["reason"]>;
}

/**
 * Says what somebody has missed, conversation by conversation: those first in which they are written to, then by their
 * oldest message (docs/behaviour/mail.md#missed-messages).
 */
export function conversationsOf(
  messages: readonly FetchedMessage[],
  missing: Missing,
): readonly MissedConversation[] {
  const groups = [...Map.groupBy(messages, (message) => conversationOf(message)).values()];
  const conversations = groups.flatMap(([first, ...rest]) =>
    first === undefined ? [] : [conversation([first, ...rest], missing)],
  );
  return [
    ...conversations.filter((one) => isPersonal(one)),
    ...conversations.filter((one) => !isPersonal(one)),
  ];
}

function isPersonal({ reasons }: MissedConversation): boolean {
  return reasons.includes("personal");
}

function conversation(
  messages: readonly [FetchedMessage, ...FetchedMessage[]],
  { realm, reasons, user }: Missing,
): MissedConversation {
  const [first] = messages;
  const hiddenBy = contentHiddenBy(user.settings, realm.settings);
  return {
    messageIds: messages.map(({ id }) => id),
    reasons: [...new Set(messages.map(({ id }) => reasons.get(id) ?? "personal"))],
    place: placeOf(first, user.id),
    path: `/${hiddenBy === null ? hashOf(first) : hashWithoutTopic(first)}`,
    shown:
      hiddenBy === null
        ? quotedOf(messages, { url: realm.url, languages: languagesOf({ realm, user }) })
        : null,
    hiddenBy,
  };
}

/** Lists the languages that an e-mail may be in, the best first (docs/behaviour/languages.md#e-mail). */
function languagesOf({ realm, user }: Pick<Missing, "realm" | "user">): readonly string[] {
  return [user, realm].map(({ settings }) => String(settings["default_language"]));
}

/** Quotes the first messages, as many as there is room for; the first of them in any case. */
function quotedOf(messages: readonly FetchedMessage[], reader: Parameters<typeof quoteOf>[1]) {
  const quoted: NonNullable<MissedConversation["shown"]> = [];
  let characters = 0;
  for (const { content, sender_full_name: sender } of messages.slice(0, maxMailedMessages)) {
    const quote = quoteOf(content, reader);
    characters += quote.html.length;
    if (quoted.length > 0 && characters > maxQuotedCharacters) break;
    quoted.push({ sender, ...quote });
  }
  return quoted;
}

function placeOf(
  { display_recipient: to, stream_id: channelId = 0, subject: topic }: FetchedMessage,
  userId: number,
): MissedConversation["place"] {
  if (typeof to === "string") return { kind: "channel", channelId, name: to, topic };
  return {
    kind: "direct",
    others: to.filter(({ id }) => id !== userId).map(({ full_name: name }) => name),
  };
}
