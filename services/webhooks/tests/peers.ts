import {
  type FetchedMessage,
  getAccessMark,
  getMailState,
  getMessages,
  getUsersState,
  listRecentUsers,
  listTopicListeners,
  mailMissedMessages,
  noteDeliveries,
  postNotice,
  postReply,
  publishMessages,
  type RealmRecord,
  type TopicListener,
  unlimitedQuotas,
  type UserRecord,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  createServiceApp,
  internalRoute,
  listen,
  route,
  type RunningServer,
} from "@team-chat/http";
import { createIdentitySigner } from "@team-chat/identity";
import { createLogger } from "@team-chat/telemetry";
import type { z } from "zod";

import { lateNotice } from "../src/workflows/deliver/say-late.ts";

export const key = "00112233445566778899aabbccddeeff";

/** A message that a bot sent. */
export type Sent = z.output<typeof postReply.input>;

/** Something that the notification bot said. */
type Notice = z.output<typeof postNotice.input>;

/** E-mail that users was asked to send. */
type MissedMail = z.output<typeof mailMissedMessages.input>;

/** The services users, channels and messages, as far as this service talks to them. */
export class Peers implements AsyncDisposable {
  readonly users = new Map<number, UserRecord>();
  /** Messages that were accepted. */
  readonly sent: Sent[] = [];
  /** Notices that were accepted. */
  readonly notices: Notice[] = [];
  /** Happens before a notice is accepted. */
  onNotice: () => Promise<void> | void = () => undefined;
  /** Wishes of people about every topic; nobody else is subscribed. */
  readonly listeners: TopicListener[] = [];
  /** People who are doing something. */
  readonly present: number[] = [];
  usersAnswer = true;
  /** Numbers of deliveries that it was told, the newest last. */
  readonly deliveriesNoted: z.output<typeof noteDeliveries.input>["entries"] = [];
  /** E-mail about missed messages that was accepted. */
  readonly mailed: MissedMail[] = [];
  /** False while e-mail has no way out. */
  mailIsSent = true;
  /** Happens before and after e-mail about missed messages is accepted. */
  onMail: () => Promise<void> | void = () => undefined;
  afterMail: () => Promise<void> | void = () => undefined;
  /** Messages that people can see, as they see them. */
  readonly messages: FetchedMessage[] = [];
  /** Settings of the organization that are no defaults. */
  realmSettings: Record<string, unknown> = {};
  /** Deliveries that the organization may begin in a minute. */
  deliveriesPerMinute: number | null = null;
  /** Sessions that have ended, and what everybody's key is known by. */
  readonly ended = new Set<number>();
  keyMark = "first key";
  realmIsDeactivated = false;
  /** Happens before the users service answers. */
  onUsers: () => Promise<void> | void = () => undefined;
  /** Decides about each message before it is accepted; throws what is answered. */
  onSend: (message: Sent) => Promise<void> | void = () => undefined;
  /** Happens between a message's acceptance and the answer. */
  afterSend: () => Promise<void> | void = () => undefined;
  #server: RunningServer | undefined;

  static async start(): Promise<Peers> {
    const peers = new Peers();
    const app = createServiceApp({
      service: "peers",
      ctx: peers,
      signer: createIdentitySigner(key),
      logger: createLogger({ service: "peers", level: "silent" }),
      routes: [
        route(getMessages, (ctx: Peers, _caller, { message_ids: ids = [] }) => ({
          found_newest: false,
          found_oldest: false,
          found_anchor: false,
          history_limited: false,
          messages: ctx.messages.filter(({ id }) => ids.includes(id)),
        })),
      ],
      internal: [
        internalRoute(getMailState, (ctx: Peers) => ({ isSent: ctx.mailIsSent })),
        internalRoute(mailMissedMessages, async (ctx: Peers, _identity, mail) => {
          await ctx.onMail();
          const known = ctx.mailed.find(({ key: used }) => used === mail.key);
          if (known === undefined) ctx.mailed.push(mail);
          const { conversations } = known ?? mail;
          await ctx.afterMail();
          return { messageIds: conversations.flatMap(({ messageIds }) => messageIds) };
        }),
        internalRoute(postReply, async (ctx: Peers, _identity, message) => {
          await ctx.onSend(message);
          const known = ctx.sent.findIndex(({ key: used }) => used === message.key);
          if (known >= 0) return { messageId: known + 1 };
          ctx.sent.push(message);
          await ctx.afterSend();
          return { messageId: ctx.sent.length };
        }),
        internalRoute(postNotice, async (ctx: Peers, _identity, notice) => {
          await ctx.onNotice();
          const known = ctx.notices.findIndex(({ key: used }) => used === notice.key);
          if (known < 0) ctx.notices.push(notice);
          return { messageIds: [known < 0 ? ctx.notices.length : known + 1] };
        }),
        internalRoute(listTopicListeners, (ctx: Peers, _identity, { userIds }) => {
          const isAsked = ({ emails, policy, pushes, userId }: TopicListener) =>
            userIds.includes(userId) || pushes === true || emails === true || policy === 3;
          return Promise.resolve({ listeners: ctx.listeners.filter(isAsked) });
        }),
        internalRoute(listRecentUsers, (ctx: Peers) => Promise.resolve({ userIds: ctx.present })),
        internalRoute(getAccessMark, (ctx: Peers, _identity, { sessionId }) => {
          if (sessionId === null) return Promise.resolve({ mark: ctx.keyMark });
          const mark = ctx.ended.has(sessionId) ? null : `session ${sessionId}`;
          return Promise.resolve({ mark });
        }),
        internalRoute(publishMessages, () => Promise.resolve({})),
        internalRoute(noteDeliveries, (ctx: Peers, _identity, { entries }) => {
          if (!ctx.usersAnswer) throw new AppError("SERVICE_UNAVAILABLE", "The owner is away.");
          ctx.deliveriesNoted.push(...entries);
          return {};
        }),
        internalRoute(getUsersState, async (ctx: Peers, _identity, { realmId }) => {
          await ctx.onUsers();
          if (!ctx.usersAnswer) throw new AppError("SERVICE_UNAVAILABLE", "The owner is away.");
          return {
            version: 1,
            realm: realmOf(realmId, ctx),
            users: [...ctx.users.values()],
            groups: [],
          };
        }),
      ],
      ready: () => Promise.resolve(),
      checkOutput: true,
    });
    peers.#server = await listen(app, { host: "127.0.0.1", port: 0 });
    return peers;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server?.port}`;
  }

  /** Lists the texts of bots in the conversations. */
  said(): readonly string[] {
    return this.sent.map(({ content }) => content);
  }

  /** Lists the texts of bots without the notices that a bot does not answer. */
  answered(): readonly string[] {
    return this.said().filter((text) => text !== lateNotice);
  }

  has(user: UserRecord): UserRecord {
    this.users.set(user.id, user);
    return user;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.close();
  }
}

function realmOf(
  realmId: number,
  {
    deliveriesPerMinute,
    realmIsDeactivated,
    realmSettings,
  }: Pick<Peers, "deliveriesPerMinute" | "realmIsDeactivated" | "realmSettings">,
): RealmRecord {
  return {
    id: realmId,
    subdomain: "",
    url: "http://localhost:9991",
    name: "Example",
    deactivated: realmIsDeactivated,
    quotas: { ...unlimitedQuotas, deliveriesPerMinute },
    settings: { description: "x".repeat(20_000), ...realmSettings },
  };
}

export function human(id: number): UserRecord {
  return {
    id,
    email: `user${id}@example.com`,
    deliveryEmail: `user${id}@example.com`,
    fullName: `User ${id}`,
    role: 400,
    isActive: true,
    isBot: false,
    isSystemBot: false,
    botType: null,
    botOwnerId: null,
    dateJoined: 1_700_000_000,
    avatarUrl: `https://avatars.example/${id}`,
    defaultSendingChannelId: null,
    joinsDefaultChannels: true,
    avatarIsGravatar: true,
    emailVisibility: 1,
    settings: {},
    webhook: null,
  };
}

/** A bot whose webhook goes to `url`. */
export function bot(id: number, url: string): UserRecord {
  return {
    ...human(id),
    email: `bot${id}@example.com`,
    fullName: `Bot ${id}`,
    isBot: true,
    isSystemBot: false,
    botType: 3,
    botOwnerId: 10,
    webhook: { url, interface: 1, token: `token${id}`, name: `bot${id}` },
  };
}
