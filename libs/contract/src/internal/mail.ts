import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";
import { personLanguage } from "./second-factors.ts";

/**
 * Reason for which somebody gets e-mail about a message: they are written to or mentioned, follow its topic, want to
 * hear of all channels, or of its channel.
 */
export const mailReason = z.enum(["personal", "followed_topics", "channels", "channel"]);

export type MailReason = z.infer<typeof mailReason>;

/** Most messages that one e-mail shows. */
export const maxMailedMessages = 20;

/** Conversation in which missed messages were written. */
const missedPlace = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("channel"),
    channelId: z.int(),
    name: z.string(),
    topic: z.string(),
  }),
  /** Names of everybody else in the conversation; none in one's conversation with oneself. */
  z.object({ kind: z.literal("direct"), others: z.array(z.string()) }),
]);

const missedMessage = z.object({
  sender: z.string(),
  /** Loads and runs nothing, with whole addresses. */
  html: z.string(),
  text: z.string(),
});

/** Messages that somebody has missed in one conversation. */
const missedConversation = z.object({
  /** Ids of all messages, ascending; at least one. */
  messageIds: z.array(z.int()).min(1),
  reasons: z.array(mailReason).min(1),
  place: missedPlace,
  /** Address of the first message, below the organization's. It names no topic where nothing may be shown. */
  path: z.string(),
  /** The first messages; null where the person, or the organization, wants none to be shown. */
  shown: z.array(missedMessage).max(maxMailedMessages).nullable(),
  /** Side that has decided that none are shown. */
  hiddenBy: z.enum(["person", "organization"]).nullable(),
});

export type MissedConversation = z.infer<typeof missedConversation>;

export const mailMissedMessages = internalOperation({
  name: "mailMissedMessages",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    userId: z.int(),
    /** Stands for what is mailed: it is not mailed again, whatever comes with the key then. */
    key: z.uuid(),
    conversations: z.array(missedConversation).min(1),
  }),
  output: z.object({
    /** Messages that were mailed under this key, now or before. */
    messageIds: z.array(z.int()),
  }),
  doc: "Sends somebody an e-mail for each conversation in which they have missed messages, once for each key. None for those who are deactivated, or whose address nobody has proven.",
});

export const getMailState = internalOperation({
  name: "getMailState",
  owner: "users",
  onlyReads: true,
  input: z.object({ realmId: z.int() }),
  output: z.object({ isSent: z.boolean() }),
  doc: "Whether e-mail leaves the installation, or waits until the operator names a mail server.",
});

const token = z.string().max(200);

export const checkUnsubscription = internalOperation({
  name: "checkUnsubscription",
  owner: "users",
  onlyReads: true,
  input: z.object({ realmId: z.int(), token }),
  output: z.object({ reasons: z.array(mailReason), language: personLanguage }),
  doc: "Which e-mail a link of an e-mail ends. BAD_REQUEST when it does not work any more.",
});

export const unsubscribeFromMail = internalOperation({
  name: "unsubscribeFromMail",
  owner: "users",
  input: z.object({ realmId: z.int(), token }),
  output: z.object({ reasons: z.array(mailReason), language: personLanguage }),
  doc: "Ends, by a link of an e-mail, e-mail of that kind for whom it was sent to, as changing their settings does; again without harm. BAD_REQUEST when the link does not work any more.",
});
