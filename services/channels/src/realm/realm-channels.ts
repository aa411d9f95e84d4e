import type { Memberships } from "@team-chat/policy";

import { type Changes, membershipFlags, type MembershipTuple } from "./changes.ts";
import type { ChannelRow } from "./channel-row.ts";
import { ToldUsers } from "./told-users.ts";

const nobody: ReadonlySet<number> = new Set();

/** A realm's channels and subscribers in memory, as of a version; docs/subsystems/channels.md says how it is kept current. */
export class RealmChannels implements Memberships {
  version = 0;
  readonly channels = new Map<number, ChannelRow>();
  /** What clients were last told by. */
  readonly told = new ToldUsers();
  readonly #byName = new Map<string, ChannelRow>();
  readonly #subscribers = new Map<number, Set<number>>();
  readonly #channelsOf = new Map<number, Set<number>>();
  /** What others derived from a channel, by channel; forgotten when the channel or its subscribers change. */
  readonly #derived = new Map<number, object>();
  #sorted: readonly ChannelRow[] | undefined;

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
    this.told.apply(changes.told);
    this.version = changes.version;
  }

  findByName(name: string): ChannelRow | undefined {
    return this.#byName.get(nameKey(name));
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return this.#subscribers.get(channelId)?.has(userId) ?? false;
  }

  /** Also deactivated users. */
  subscribersOf(channelId: number): ReadonlySet<number> {
    return this.#subscribers.get(channelId) ?? nobody;
  }

  channelsOf(userId: number): ReadonlySet<number> {
    return this.#channelsOf.get(userId) ?? nobody;
  }

  /** All channels in the order clients list them. */
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
    toggle(this.#subscribers, channelId, { member: userId, present: subscribed });
    toggle(this.#channelsOf, userId, { member: channelId, present: subscribed });
    this.#derived.delete(channelId);
  }
}

/** Names compare without regard to case. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

function compareNames(a: ChannelRow, b: ChannelRow): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function toggle(
  sets: Map<number, Set<number>>,
  key: number,
  { member, present }: { readonly member: number; readonly present: boolean },
): void {
  const set = sets.get(key) ?? new Set<number>();
  if (present) set.add(member);
  else set.delete(member);
  sets.set(key, set);
}
