import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

/** Destination of a reply: the topic or the direct conversation of the message that it answers. */
export const replyTarget = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("channel"), channelId: z.int(), topic: z.string() }),
  /** Everybody in the conversation; the bot itself may be named or not. */
  z.object({ kind: z.literal("direct"), userIds: z.array(z.int()) }),
]);

export type ReplyTarget = z.infer<typeof replyTarget>;

export const postReply = internalOperation({
  name: "postReply",
  owner: "messages",
  input: z.object({
    realmId: z.int(),
    botId: z.int(),
    to: replyTarget,
    content: z.string(),
    /** JSON of a form that the bot offers; null for none. */
    widgetContent: z.string().nullable().default(null),
    /** A reply with a key that this bot has used before is not sent again. */
    key: z.string().min(1).max(200),
  }),
  output: z.object({ messageId: z.int() }),
  doc: "Post what an outgoing webhook answered, as its bot, without asking for posting permission.",
});

/** Destination of a notice: a topic, or each of these users alone; users who are deactivated get none. */
export const noticeTarget = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("channel"), channelId: z.int(), topic: z.string() }),
  z.object({ kind: z.literal("users"), userIds: z.array(z.int()) }),
]);

export type NoticeTarget = z.infer<typeof noticeTarget>;

export const postNotice = internalOperation({
  name: "postNotice",
  owner: "messages",
  input: z.object({
    realmId: z.int(),
    to: noticeTarget,
    content: z.string(),
    /** Users who find it read. */
    readBy: z.array(z.int()).default([]),
    /** True if its recipients find it starred; without effect for a topic. */
    starred: z.boolean().default(false),
    /** System bot that sends it. */
    from: z.enum(["notification-bot", "welcome-bot"]).default("notification-bot"),
    /** A notice with a key that was used before is not posted again. */
    key: z.string().min(1).max(150),
  }),
  /** Of the messages posted now or before, in the order of the users; none when the realm has no such bot. */
  output: z.object({ messageIds: z.array(z.int()) }),
  doc: "Say something as a bot of the server, without asking for posting permission.",
});

export const hasNamedTopics = internalOperation({
  name: "hasNamedTopics",
  owner: "messages",
  input: z.object({ realmId: z.int(), channelId: z.int() }),
  output: z.object({ hasNamedTopics: z.boolean() }),
  doc: "Whether any message of a channel has a topic that is not empty. When none has, none is written until the lock of the realm's channels that the caller holds is released.",
});

export const listDirectPartners = internalOperation({
  name: "listDirectPartners",
  owner: "messages",
  input: z.object({ realmId: z.int(), userIds: z.array(z.int()) }),
  output: z.object({
    partners: z.array(z.object({ userId: z.int(), partnerIds: z.array(z.int()) })),
  }),
  doc: "With whom each of the users has a direct conversation, alone or among others.",
});

export const getChannelFacts = internalOperation({
  name: "getChannelFacts",
  owner: "messages",
  onlyReads: true,
  input: z.object({
    realmId: z.int(),
    channelIds: z.array(z.int()).max(100),
    /** UNIX seconds; null counts nothing. */
    countSince: z.int().nullable(),
  }),
  output: z.object({
    /** Of the channels that have messages. */
    channels: z.array(
      z.object({
        channelId: z.int(),
        firstMessageId: z.int(),
        /** Time of its newest message, UNIX seconds. */
        newestSentAt: z.int(),
        /** Messages since `countSince`, give or take those of the same second. */
        messages: z.int().nullable(),
      }),
    ),
  }),
  doc: "The oldest message of channels, when their newest was sent, and how many there were of late.",
});

/** Date of a day of UTC. */
const day = z.iso.date();

export const getMessageUsage = internalOperation({
  name: "getMessageUsage",
  owner: "messages",
  onlyReads: true,
  /** Both days are included; at most 400. */
  input: z.object({ realmId: z.int(), from: day, to: day }),
  output: z.object({
    storedBytes: z.int(),
    /** Every day from the first to the last. */
    days: z.array(
      z.object({
        day,
        /** Those that were sent, also when they are gone. */
        messages: z.int(),
        /** Most at one time of the day. */
        storedBytes: z.int(),
      }),
    ),
  }),
  doc: "How many messages an organization sent and how many bytes its files had, day by day, and how many bytes they have now.",
});

export const countLegalHolds = internalOperation({
  name: "countLegalHolds",
  owner: "messages",
  onlyReads: true,
  input: z.object({ realmId: z.int() }),
  output: z.object({ count: z.int() }),
  doc: "How many legal holds of an organization are on, for whoever wants to delete it.",
});

export const closeLegalHolds = internalOperation({
  name: "closeLegalHolds",
  owner: "messages",
  input: z.object({ realmId: z.int() }),
  output: z.object({
    count: z
      .int()
      .describe("Legal holds that are on; unless there are any none begins from now on"),
  }),
  doc: "Lets no legal hold of an organization begin any more, unless one is on, before it is deleted. May be repeated.",
});

export const followDepartures = internalOperation({
  name: "followDepartures",
  owner: "messages",
  input: z.object({ realmId: z.int() }),
  output: z.object({}),
  doc: "Somebody has left a channel: does at once what follows for what they had not read there.",
});

export const publishMessages = internalOperation({
  name: "publishMessages",
  owner: "messages",
  input: z.object({ realmId: z.int() }),
  output: z.object({}),
  doc: "Answers when all that was committed for the realm is in the stream.",
});
