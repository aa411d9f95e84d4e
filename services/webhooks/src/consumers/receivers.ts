import {
  audienceTest,
  type DomainEvent,
  listTopicListeners,
  messageFacts,
  type TopicListener,
  type UserRecord,
  type WideMessage,
  wideMessage,
} from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";

import type { WebhooksContext } from "../context.ts";
import { type Trigger, triggerOf, type Medium } from "../policies/notification.ts";
import { listPresent } from "../workflows/list-present.ts";

const self = { kind: "service", name: "webhooks" } as const;

/** A message event, of which nothing is known to concern anybody. */
export interface MessageEvent {
  readonly event: DomainEvent;
  readonly message: WideMessage;
}

/** Returns the message of an event, unless it is too old to be news: whoever was switched on late tells no old ones. */
export function freshMessageOf(event: DomainEvent, oldestMs: number): readonly MessageEvent[] {
  if (event.event.type !== "message") return [];
  const message = wideMessage.parse(event.event["message"]);
  return message.timestamp * 1000 < oldestMs ? [] : [{ event, message }];
}

/** Somebody whom a message notifies. */
export interface Receiver {
  readonly user: UserRecord;
  readonly trigger: Trigger;
  /** Wishes about the topic; null for a direct message. */
  readonly listener: TopicListener | null;
}

/** Finds whom messages of one organization notify, and asks once where several are alike. */
export class Receivers {
  readonly #ctx: WebhooksContext;
  readonly #realmId: number;
  readonly #directory: UserDirectory;
  readonly #asked = new Map<string, Promise<readonly TopicListener[]>>();
  /** People who want to hear of all channels, by the setting that says so. */
  readonly #wanting = new Map<string, readonly UserRecord[]>();
  #present: Promise<ReadonlySet<number>> | undefined;

  constructor(ctx: WebhooksContext, realmId: number, directory: UserDirectory) {
    this.#ctx = ctx;
    this.#realmId = realmId;
    this.#directory = directory;
  }

  /** Lists whom the message notifies in a medium, present or not (docs/behaviour/notifications.md#who-is-notified). */
  async of({ event, message }: MessageEvent, medium: Medium): Promise<readonly Receiver[]> {
    const { isForAll, isMentioned, isRead, isWildcardMentioned, mentionedIds } = marksOf(event);
    const receives = audienceTest(event.audience);
    const isCandidate = (user: UserRecord | undefined): user is UserRecord =>
      user?.isActive === true &&
      !user.isBot &&
      user.id !== message.sender_id &&
      receives(user.id) &&
      !isRead(user.id);
    const { users } = this.#directory;
    const asked = isForAll
      ? [...users.values()]
      : [...this.#wantingOf(medium), ...mentionedIds.map((id) => users.get(id))];
    const userIds = new Set(asked.filter(isCandidate).map(({ id }) => id));
    const listeners = await this.#listenersOf(message, userIds);
    return listeners.flatMap(({ listener, userId }) => {
      const user = users.get(userId);
      if (!isCandidate(user)) return [];
      const marks = {
        isMentioned: isMentioned(userId),
        isWildcardMentioned: isWildcardMentioned(userId),
      };
      const trigger = triggerOf({ settings: user.settings, listener, ...marks }, medium);
      return trigger === null ? [] : [{ user, trigger, listener }];
    });
  }

  /** Lists people who want to hear of all channels; looked for once, since there may be thousands of others. */
  #wantingOf({ channels: setting }: Medium): readonly UserRecord[] {
    const known = this.#wanting.get(setting);
    if (known !== undefined) return known;
    const all = [...this.#directory.users.values()];
    const wanting = all.filter(({ settings }) => settings[setting] === true);
    this.#wanting.set(setting, wanting);
    return wanting;
  }

  /** Lists who may be notified, with what they want to hear of the topic: these people, and who follows it. */
  async #listenersOf(message: WideMessage, userIds: ReadonlySet<number>) {
    if (typeof message.display_recipient !== "string")
      return message.display_recipient.map(({ id }) => ({ userId: id, listener: null }));
    const { stream_id: channelId = 0, subject: topic } = message;
    const of = { realmId: this.#realmId, channelId, topic, userIds: [...userIds] };
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

  /** Finds who did something of late; asked once. */
  present(): Promise<ReadonlySet<number>> {
    this.#present ??= listPresent(this.#ctx, this.#realmId);
    return this.#present;
  }
}

function isWildcard(flag: string): boolean {
  return flag.endsWith("wildcard_mentioned");
}

/** Reads what a message is for each of its receivers. */
function marksOf({ flags = {}, internal }: DomainEvent) {
  const mentioned = new Set(messageFacts.parse(internal).mentionedUserIds);
  const flagsOf = (userId: number) => flags[userId] ?? flags["*"] ?? [];
  const flagged = Object.entries(flags).filter(([, given]) => given.some(isWildcard));
  return {
    isRead: (userId: number) => flagsOf(userId).includes("read"),
    isMentioned: (userId: number) => mentioned.has(userId),
    isWildcardMentioned: (userId: number) => flagsOf(userId).some(isWildcard),
    /** True if whoever receives it is mentioned. */
    isForAll: flagged.some(([id]) => id === "*"),
    mentionedIds: [...mentioned, ...flagged.map(([id]) => Number(id))],
  };
}
