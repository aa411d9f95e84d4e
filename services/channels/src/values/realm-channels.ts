import type { Memberships } from "@team-chat/policy";

import { AnnouncedUsers } from "./announced-users.ts";
import { type Changes, membershipFlags, type MembershipTuple } from "./changes.ts";
import type { ChannelRow } from "./channel-row.ts";

const nobody: ReadonlySet<number> = new Set();

/**
 * A realm's channels and subscribers in memory, as of a version; docs/subsystems/channels.md says how it is kept
 * current.
 */
export class RealmChannels implements Memberships {
  version = 0;
  readonly channels = new Map<number, ChannelRow>();
  /** Users that clients were last told by. */
  readonly announced = new AnnouncedUsers();
  readonly #byName = new Map<string, ChannelRow>();
  readonly #subscribers = new Map<number, Set<number>>();
  /** Flags of each user's memberships by channel, also of those that ended. */
  readonly #flags = new Map<number, Map<number, number>>();
  /** Data derived from a channel, by channel; forgotten when the channel or its subscribers change. */
  readonly #derived = new Map<number, object>();
  #sorted: readonly ChannelRow[] | undefined;

  /** Memory that it takes, roughly, with what was derived of it. */
  get bytes(): number {
    let memberships = 0;
    for (const own of this.#flags.values()) memberships += own.size;
    return 2000 + 2000 * this.channels.size + 100 * memberships;
  }

  /** Brings the state to the version of the changes; changes that are older than what is known are ignored. */
  apply(changes: Changes): void {
    if (changes.version <= this.version) return;
    for (const channel of changes.channels) {
      const before = this.channels.get(channel.id);
      if (before) this.#byName.delete(nameKey(before.name));
      this.channels.set(channel.id, channel);
      this.#derived.delete(channel.id);
    }
    for (const channel of changes.channels) this.#byName.set(nameKey(channel.name), channel);
    if (changes.channels.length > 0) this.#sorted = undefined;
    for (const membership of changes.memberships) this.#applyMembership(membership);
    this.announced.apply(changes.announced);
    this.version = changes.version;
  }

  /** Applies changes that this process has just committed, unless some before them are missing. */
  applyOwn(changes: Omit<Changes, "announced">): void {
    if (changes.version === this.version + 1)
      this.apply({
        ...changes,
        announced: { version: this.announced.version, users: [], groups: [] },
      });
  }

  findByName(name: string): ChannelRow | undefined {
    return this.#byName.get(nameKey(name));
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.#subscribers.get(channelId)?.has(userId) ?? false;
  }

  /** Lists the channel's subscribers, deactivated users too. */
  subscribersOf(channelId: number): ReadonlySet<number> {
    return this.#subscribers.get(channelId) ?? nobody;
  }

  /** Tells whether the user has unsubscribed from the channel, and so has settings for it. */
  hasLeft(userId: number, channelId: number): boolean {
    const flags = this.#flags.get(userId)?.get(channelId);
    return flags !== undefined && (flags & membershipFlags.subscribed) === 0;
  }

  /** Returns a bit for each colour of the palette that the user has given to some channel. */
  usedColors(userId: number): number {
    let used = 0;
    for (const flags of this.#flags.get(userId)?.values() ?? []) {
      const place = Math.floor(flags / membershipFlags.color);
      if (place > 0) used |= 1 << (place - 1);
    }
    return used;
  }

  /** Returns all channels in the order clients list them. */
  byName(): readonly ChannelRow[] {
    this.#sorted ??= [...this.channels.values()].toSorted(compareNames);
    return this.#sorted;
  }

  /** Keeps what `derive` makes of a channel until the channel or its subscribers change, or `valid` refuses it. */
  derived<T extends object>(channel: ChannelRow, valid: (kept: T) => boolean, derive: () => T): T {
    const kept = this.#derived.get(channel.id) as T | undefined;
    if (kept && valid(kept)) return kept;
    const made = derive();
    this.#derived.set(channel.id, made);
    return made;
  }

  #applyMembership([channelId, userId, flags]: MembershipTuple): void {
    const subscribed = (flags & membershipFlags.subscribed) !== 0;
    const subscribers = this.#subscribers.get(channelId) ?? new Set<number>();
    if (subscribed) subscribers.add(userId);
    else subscribers.delete(userId);
    this.#subscribers.set(channelId, subscribers);
    const own = this.#flags.get(userId) ?? new Map<number, number>();
    this.#flags.set(userId, own.set(channelId, flags));
    this.#derived.delete(channelId);
  }
}

/** Returns the key by which names are compared, without regard to case. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

function compareNames(a: ChannelRow, b: ChannelRow): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}
