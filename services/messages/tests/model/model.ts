import { Intervals } from "./intervals.ts";

/** Users 1 to 4; 1 administers, 4 is a guest. */
export const people = [1, 2, 3, 4] as const;
export type Person = (typeof people)[number];

/** Access to a channel's history; the last two are private, with the history of all times and without. */
export type Privacy = "web-public" | "public" | "shared" | "protected";

/** Words that alert words are chosen from; they are in every message. */
export const words = ["apple", "pear"] as const;

export type Mention = Person | "all" | null;

export interface ModelMessage {
  readonly id: number;
  readonly sender: Person;
  /** Null for direct messages. */
  channel: number | null;
  /** Of a direct message. */
  readonly participants: readonly number[];
  topic: string;
  mention: Mention;
  readonly word: string;
}

type ConversationKey = string;

/** Users' relations to messages in the plainest form: one entry for each message and user. */
export class Model {
  readonly messages = new Map<number, ModelMessage>();
  readonly subscribers = new Map<number, Set<number>>();
  readonly privacy = new Map<number, Privacy>([
    [1, "public"],
    [2, "public"],
    [3, "shared"],
    [5, "protected"],
  ]);
  /** By user. */
  readonly alertWords = new Map<number, readonly string[]>();
  /** Ids that a user received in a place, kept as they are while messages come and go. */
  readonly #received = new Map<string, Intervals>();
  readonly #read = new Map<number, Set<number>>(people.map((user) => [user, new Set()]));
  readonly #starred = new Map<number, Set<number>>(people.map((user) => [user, new Set()]));
  readonly #historical = new Map<number, Set<number>>(people.map((user) => [user, new Set()]));
  readonly #mentioned = new Map<number, Set<number>>(people.map((user) => [user, new Set()]));
  readonly #collapsed = new Map<number, Set<number>>(people.map((user) => [user, new Set()]));
  readonly #alerted = new Map<number, Set<number>>(people.map((user) => [user, new Set()]));
  /** Everything that is kept of a user and a message by itself. */
  readonly #flagged = [
    this.#starred,
    this.#historical,
    this.#mentioned,
    this.#collapsed,
    this.#alerted,
  ];

  all(): readonly ModelMessage[] {
    return [...this.messages.values()].toSorted((a, b) => a.id - b.id);
  }

  isSubscribed(user: number, channel: number): boolean {
    return this.subscribers.get(channel)?.has(user) === true;
  }

  mayAccess(user: number, channel: number): boolean {
    if (this.isSubscribed(user, channel)) return true;
    const privacy = this.privacy.get(channel);
    return privacy === "web-public" || (privacy === "public" && user !== 4);
  }

  mayReadWhole(user: number, channel: number): boolean {
    return this.privacy.get(channel) !== "protected" && this.mayAccess(user, channel);
  }

  isPublic(channel: number | null): boolean {
    const privacy = channel === null ? undefined : this.privacy.get(channel);
    return privacy === "public" || privacy === "web-public";
  }

  received(user: number, message: ModelMessage): boolean {
    if (message.channel === null) return message.participants.includes(user);
    return this.#receivedIn(user, conversationOf(message)).covers(message.id);
  }

  isRead(user: number, message: ModelMessage): boolean {
    return setOf(this.#read, user).has(message.id);
  }

  isUnread(user: number, message: ModelMessage): boolean {
    return this.received(user, message) && !this.isRead(user, message);
  }

  isStarred(user: number, { id }: ModelMessage): boolean {
    return setOf(this.#starred, user).has(id);
  }

  isAlerted(user: number, { id }: ModelMessage): boolean {
    return setOf(this.#alerted, user).has(id);
  }

  isMentioned(user: number, message: ModelMessage): boolean {
    const everyone = message.mention === "all" && this.received(user, message);
    return everyone || setOf(this.#mentioned, user).has(message.id);
  }

  /** Tells whether it is in the user's own history. */
  hasRow(user: number, message: ModelMessage): boolean {
    if (message.channel !== null && !this.mayAccess(user, message.channel)) return false;
    return (
      this.received(user, message) ||
      this.#flagged.some((flags) => setOf(flags, user).has(message.id))
    );
  }

  mayRead(user: number, message: ModelMessage): boolean {
    if (message.channel === null) return this.received(user, message);
    if (this.mayReadWhole(user, message.channel)) return true;
    return this.received(user, message) && this.mayAccess(user, message.channel);
  }

  flags(user: number, message: ModelMessage): readonly string[] {
    const received = this.received(user, message);
    const everyone = message.mention === "all" && received;
    const all: readonly (readonly [string, boolean])[] = [
      ["read", !received || this.isRead(user, message)],
      ["starred", this.isStarred(user, message)],
      ["collapsed", setOf(this.#collapsed, user).has(message.id)],
      ["mentioned", setOf(this.#mentioned, user).has(message.id)],
      ["stream_wildcard_mentioned", everyone],
      ["has_alert_word", this.isAlerted(user, message)],
      ["historical", !received || setOf(this.#historical, user).has(message.id)],
      ["wildcard_mentioned", everyone],
    ];
    return all.flatMap(([name, has]) => (has ? [name] : []));
  }

  send(message: ModelMessage, readBySender: boolean): void {
    this.messages.set(message.id, message);
    this.#call(message);
    if (readBySender && this.received(message.sender, message))
      setOf(this.#read, message.sender).add(message.id);
  }

  edit(message: ModelMessage, mention: Mention): void {
    message.mention = mention;
    for (const flags of [this.#mentioned, this.#alerted])
      for (const user of people) setOf(flags, user).delete(message.id);
    this.#call(message);
  }

  subscribe(user: number, channel: number): void {
    if (this.isSubscribed(user, channel)) return;
    setOf(this.subscribers, channel).add(user);
    this.#receivedIn(user, `#${channel}`).open(this.#newestIn(channel) + 1);
  }

  unsubscribe(user: number, channel: number): void {
    if (!this.isSubscribed(user, channel)) return;
    setOf(this.subscribers, channel).delete(user);
    this.#receivedIn(user, `#${channel}`).close(this.#newestIn(channel) + 1);
    for (const message of this.messages.values())
      if (message.channel === channel && this.received(user, message))
        setOf(this.#read, user).add(message.id);
  }

  markRead(user: number, messages: readonly ModelMessage[]): void {
    for (const message of messages)
      if (this.received(user, message)) setOf(this.#read, user).add(message.id);
  }

  /** Adds a flag to messages; tells whether that was allowed. */
  markUnread(user: number, messages: readonly ModelMessage[]): boolean {
    const meant = messages.filter(
      ({ channel }) => channel === null || this.isSubscribed(user, channel),
    );
    const changed = meant.filter((message) => !this.isUnread(user, message));
    if (!changed.every((message) => this.mayRead(user, message))) return false;
    for (const message of changed) {
      if (!this.received(user, message)) {
        setOf(this.#historical, user).add(message.id);
        this.#receivedIn(user, conversationOf(message)).add(message.id);
      }
      setOf(this.#read, user).delete(message.id);
    }
    return true;
  }

  /** Adds a flag to messages; tells whether that was allowed. */
  addFlag(user: number, flag: "starred" | "collapsed", messages: readonly ModelMessage[]): boolean {
    const flags = setOf(flag === "starred" ? this.#starred : this.#collapsed, user);
    const changed = messages.filter(({ id }) => !flags.has(id));
    if (!changed.every((message) => this.mayRead(user, message))) return false;
    for (const message of changed) {
      flags.add(message.id);
      if (!this.received(user, message)) setOf(this.#historical, user).add(message.id);
    }
    return true;
  }

  removeFlag(user: number, flag: "starred" | "collapsed", messages: readonly ModelMessage[]): void {
    const flags = flag === "starred" ? this.#starred : this.#collapsed;
    for (const { id } of messages) setOf(flags, user).delete(id);
  }

  /**
   * Moves messages: whoever received one and may read the new channel keeps it; other subscribers there find it read.
   */
  move(messages: readonly ModelMessage[], channel: number, topic: string): void {
    for (const message of messages) {
      if (message.channel !== channel) this.#moveReaders(message, channel);
      message.channel = channel;
      message.topic = topic;
    }
  }

  delete({ id }: ModelMessage): void {
    this.messages.delete(id);
    for (const flags of this.#flagged) for (const user of people) setOf(flags, user).delete(id);
  }

  #moveReaders(message: ModelMessage, channel: number): void {
    for (const user of people) {
      const target = this.#receivedIn(user, `#${channel}`);
      if (this.mayAccess(user, channel) && this.received(user, message)) {
        target.add(message.id);
        if (!this.isSubscribed(user, channel)) setOf(this.#read, user).add(message.id);
      } else if (target.covers(message.id)) {
        setOf(this.#read, user).add(message.id);
      }
      if (this.mayAccess(user, channel)) continue;
      for (const flags of this.#flagged) setOf(flags, user).delete(message.id);
    }
  }

  #call(message: ModelMessage): void {
    const { mention } = message;
    if (typeof mention === "number" && this.received(mention, message))
      setOf(this.#mentioned, mention).add(message.id);
    for (const user of people)
      if (this.alertWords.get(user)?.includes(message.word) && this.received(user, message))
        setOf(this.#alerted, user).add(message.id);
  }

  #newestIn(channel: number): number {
    const ids = this.all().flatMap((message) => (message.channel === channel ? [message.id] : []));
    return ids.at(-1) ?? 0;
  }

  #receivedIn(user: number, conversation: ConversationKey): Intervals {
    const key = `${user} ${conversation}`;
    const known = this.#received.get(key) ?? new Intervals();
    this.#received.set(key, known);
    return known;
  }
}

function conversationOf({ channel }: ModelMessage): ConversationKey {
  return `#${channel}`;
}

function setOf(sets: Map<number, Set<number>>, key: number): Set<number> {
  const known = sets.get(key) ?? new Set();
  sets.set(key, known);
  return known;
}
