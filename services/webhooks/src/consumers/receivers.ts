import {
  audienceTest,
  type DomainEvent,
  listRecentUsers,
  listTopicListeners,
  messageFacts,
  type TopicListener,
  type UserRecord,
  type WideMessage,
} from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { WebhooksContext } from "../context.ts";
import { hearsWhilePresent, triggerOf } from "../policies/notification.ts";

/** A user who did nothing for this long is away (docs/behaviour/presence.md#presence-of-others). */
const presentMs = 200_000;
const self = { kind: "service", name: "webhooks" } as const;

/** A message event, of which nothing is known to concern anybody. */
export interface MessageEvent {
  readonly event: DomainEvent;
  readonly message: WideMessage;
}

/** Finds whom messages of one organization notify, and asks once where several are alike. */
export class Receivers {
  readonly #ctx: WebhooksContext;
  readonly #realmId: number;
  readonly #directory: UserDirectory;
  readonly #asked = new Map<string, Promise<readonly TopicListener[]>>();
  #present: Promise<ReadonlySet<number>> | undefined;

  constructor(ctx: WebhooksContext, realmId: number, directory: UserDirectory) {
    this.#ctx = ctx;
    this.#realmId = realmId;
    this.#directory = directory;
  }

  /** Lists whom the message notifies (docs/behaviour/notifications.md#who-is-notified). */
  async of({ event, message }: MessageEvent): Promise<readonly UserRecord[]> {
    const { isRead, isWildcardMentioned, isMentioned } = marksOf(event);
    const receives = audienceTest(event.audience);
    const isCandidate = (user: UserRecord | undefined): user is UserRecord =>
      user?.isActive === true &&
      !user.isBot &&
      user.id !== message.sender_id &&
      receives(user.id) &&
      !isRead(user.id);
    const listeners = await this.#listenersOf(message, (user) => {
      const wants = user.settings["enable_stream_push_notifications"] === true;
      return isCandidate(user) && (wants || isMentioned(user.id) || isWildcardMentioned(user.id));
    });
    const notified = listeners.flatMap(({ listener, userId }) => {
      const user = this.#directory.users.get(userId);
      if (!isCandidate(user)) return [];
      const marks = {
        isMentioned: isMentioned(userId),
        isWildcardMentioned: isWildcardMentioned(userId),
      };
      return triggerOf({ settings: user.settings, listener, ...marks }) === null ? [] : [user];
    });
    return this.#withoutPresent(notified);
  }

  /** Lists who may be notified, with what they want to hear of the topic. */
  async #listenersOf(message: WideMessage, isAsked: (user: UserRecord) => boolean) {
    if (typeof message.display_recipient !== "string")
      return message.display_recipient.map(({ id }) => ({ userId: id, listener: null }));
    const { stream_id: channelId = 0, subject: topic } = message;
    const userIds = [...this.#directory.users.values()].filter(isAsked).map(({ id }) => id);
    const of = { realmId: this.#realmId, channelId, topic, userIds };
    const key = JSON.stringify(of);
    const asked = this.#asked.get(key) ?? this.#ask(of);
    this.#asked.set(key, asked);
    return (await asked).map((listener) => ({ userId: listener.userId, listener }));
  }

  async #ask(of: {
    readonly realmId: number;
    readonly channelId: number;
    readonly topic: string;
    readonly userIds: readonly number[];
  }): Promise<readonly TopicListener[]> {
    const asked = { ...of, userIds: [...of.userIds] };
    const { realmId } = of;
    const { listeners } = await this.#ctx.channels.call(listTopicListeners, self, asked, {
      realmId,
    });
    return listeners;
  }

  /** Leaves out who is present and wants to be notified only when away. */
  async #withoutPresent(users: readonly UserRecord[]): Promise<readonly UserRecord[]> {
    if (users.every(({ settings }) => hearsWhilePresent(settings))) return users;
    this.#present ??= this.#askWhoIsPresent();
    const present = await this.#present;
    return users.filter(({ id, settings }) => hearsWhilePresent(settings) || !present.has(id));
  }

  async #askWhoIsPresent(): Promise<ReadonlySet<number>> {
    const realmId = this.#realmId;
    const since = Math.floor((this.#ctx.now() - presentMs) / 1000);
    const asked = { realmId, since, onlyActive: true };
    const { userIds } = await this.#ctx.usersClient.call(listRecentUsers, self, asked, { realmId });
    return new Set(userIds);
  }
}

/** Reads what a message is for each of its receivers. */
function marksOf({ flags = {}, internal }: DomainEvent) {
  const mentioned = new Set(messageFacts.parse(internal).mentionedUserIds);
  const flagsOf = (userId: number) => flags[userId] ?? flags["*"] ?? [];
  return {
    isRead: (userId: number) => flagsOf(userId).includes("read"),
    isMentioned: (userId: number) => mentioned.has(userId),
    isWildcardMentioned: (userId: number) =>
      flagsOf(userId).some((flag) => flag.endsWith("wildcard_mentioned")),
  };
}
