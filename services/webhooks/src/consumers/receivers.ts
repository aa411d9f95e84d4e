import {
  audienceTest,
  type DomainEvent,
  listTopicListeners,
  type MentionFacts,
  mentionFacts,
  messageFacts,
  type TopicListener,
  type UserRecord,
  type WideMessage,
  wideMessage,
} from "@team-chat/contract";
import type { UserDirectory } from "@team-chat/projection";
import { z } from "zod";

import type { WebhooksContext } from "../context.ts";
import {
  media,
  type Medium,
  type Reception,
  type Trigger,
  triggerOf,
} from "../policies/notification.ts";
import { listPresent } from "../workflows/list-present.ts";

const self = { kind: "service", name: "webhooks" } as const;

/** The event of a message, or of an edit that may mention somebody; nothing is known to concern anybody. */
export interface MessageEvent {
  readonly event: DomainEvent;
  readonly message: WideMessage;
  /** People whom an edited message mentioned before the edit; null for a new one. */
  readonly before: MentionFacts["before"] | null;
}

/** Returns the message of an event, unless it is too old to be news: whoever was switched on late tells no old ones. */
export function freshMessageOf(event: DomainEvent, oldestMs: number): readonly MessageEvent[] {
  if (event.event.type === "update_message") return freshEditOf(event, oldestMs);
  if (event.event.type !== "message") return [];
  const message = wideMessage.parse(event.event["message"]);
  return message.timestamp * 1000 < oldestMs ? [] : [{ event, message, before: null }];
}

const edited = wideMessage
  .pick({ content: true, rendered_content: true })
  .extend({ edit_timestamp: z.int() });

function freshEditOf(event: DomainEvent, oldestMs: number): readonly MessageEvent[] {
  const facts = mentionFacts.safeParse(event.internal).data;
  if (facts === undefined) return [];
  const { edit_timestamp: at, ...content } = edited.parse(event.event);
  const message = { ...facts.message, ...content };
  return at * 1000 < oldestMs ? [] : [{ event, message, before: facts.before }];
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
  async of({ before, event, message }: MessageEvent, medium: Medium): Promise<readonly Receiver[]> {
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
      const reception = { settings: user.settings, listener, ...marks };
      if (before !== null && (wasMentioned(before, userId) || hasHeard(reception))) return [];
      const trigger = triggerOf(reception, medium);
      return trigger === null ? [] : [{ user, trigger, listener }];
    });
  }

  /** Lists whom an edit mentions no more, and who was notified in a medium of nothing else. */
  async noLonger(
    { before, event, message }: MessageEvent,
    medium: Medium,
  ): Promise<readonly number[]> {
    if (before === null) return [];
    const { isMentioned, isWildcardMentioned } = marksOf(event);
    const receives = audienceTest(event.audience);
    const { users } = this.#directory;
    const was = before.everyone ? [...users.keys()].filter((id) => receives(id)) : before.userIds;
    const over = new Set(was.filter((id) => !isMentioned(id) && !isWildcardMentioned(id)));
    if (over.size === 0) return [];
    const listeners = await this.#listenersOf(message, over);
    return listeners.flatMap(({ listener, userId }) => {
      const { settings } = users.get(userId) ?? {};
      if (settings === undefined || !over.has(userId)) return [];
      const otherwise = { settings, listener, isMentioned: false, isWildcardMentioned: false };
      return triggerOf(otherwise, medium) === null ? [userId] : [];
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

function wasMentioned(before: MentionFacts["before"], userId: number): boolean {
  return before.everyone || before.userIds.includes(userId);
}

/**
 * Tells whether somebody has heard of the message before an edit mentioned them: of direct messages everybody has, of
 * others whoever wants to hear of its topic or channel in any medium.
 */
function hasHeard(reception: Reception): boolean {
  if (reception.listener === null) return true;
  const unmentioned = { ...reception, isMentioned: false, isWildcardMentioned: false };
  return Object.values(media).some((medium) => triggerOf(unmentioned, medium) !== null);
}

function isWildcard(flag: string): boolean {
  return flag.endsWith("wildcard_mentioned");
}

/** Facts that both kinds of events have. */
const mentioning = messageFacts.pick({ mentionedUserIds: true });

/** Reads what a message is for each of its receivers. */
function marksOf({ flags = {}, internal }: DomainEvent) {
  const mentioned = new Set(mentioning.parse(internal).mentionedUserIds);
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
