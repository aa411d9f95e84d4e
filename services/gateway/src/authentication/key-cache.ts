import { LRUCache } from "lru-cache";

import type { KeyHash } from "../requests/claimed-sender.ts";
import type { Account } from "./account.ts";

/**
 * Time after which a session, or a key with scopes, is asked for again, so that the service that has it knows of its
 * use.
 */
const notedTtlMs = 3600 * 1000;
/** Most users whose changes an organization's ring remembers; beyond it all accounts are asked for again. */
const maxChanged = 10_000;

interface Entry {
  readonly account: Account;
  /** A version of the organization's users that the account is at least as new as. */
  readonly version: number;
}

/** Caches the accounts of valid credentials, of all organizations together; the longest unused go first. */
export class KeyCache {
  readonly #entries: LRUCache<string, Entry>;
  #rings = 0;

  constructor(maxKeys = 100_000) {
    this.#entries = new LRUCache({ max: maxKeys });
  }

  /** Counts the keys. */
  get size(): number {
    return this.#entries.size;
  }

  /** Creates the part of the cache that belongs to one organization at one host. */
  createRing(): KeyRing {
    this.#rings += 1;
    return new KeyRing(this.#entries, `${this.#rings}:`);
  }
}

/** Caches the accounts of one organization. Decide by it only after the organization was proven current. */
export class KeyRing {
  readonly #entries: LRUCache<string, Entry>;
  readonly #prefix: string;
  /** Maps users to the version with which they changed last, as far as that is after `#allAsOf`. */
  readonly #changedAt = new Map<number, number>();
  /** The version before which everything known is outdated. */
  #allAsOf = 0;

  constructor(entries: LRUCache<string, Entry>, prefix: string) {
    this.#entries = entries;
    this.#prefix = prefix;
  }

  find({ hash }: KeyHash): Account | undefined {
    const entry = this.#entries.get(this.#prefix + hash);
    if (entry === undefined) return undefined;
    const { account, version } = entry;
    return version >= (this.#changedAt.get(account.userId) ?? this.#allAsOf) ? account : undefined;
  }

  /** Remembers the answer to a question that was asked when this version was known. */
  remember({ hash }: KeyHash, account: Account, version: number): void {
    const isNoted = account.sessionId !== undefined || account.key !== undefined;
    const usual = isNoted ? notedTtlMs : Infinity;
    const shortest = Math.min(usual, account.validForMs ?? Infinity);
    // No time at all means for ever to the cache.
    const ttl = Number.isFinite(shortest) ? Math.max(1, Math.ceil(shortest)) : 0;
    this.#entries.set(this.#prefix + hash, { account, version }, { ttl });
  }

  /** Forgets what was known of these users before this version. */
  forget(userIds: readonly number[], version: number): void {
    if (this.#changedAt.size + userIds.length > maxChanged) {
      this.#changedAt.clear();
      this.#allAsOf = version;
    } else for (const userId of userIds) this.#changedAt.set(userId, version);
  }
}
