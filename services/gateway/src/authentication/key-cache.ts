import { LRUCache } from "lru-cache";

import type { Rule } from "../limits/rules.ts";
import type { KeyHash } from "../requests/client-request.ts";

/** Describes the user that a key belongs to, as far as admission needs it. */
export interface Account {
  readonly userId: number;
  readonly role: number;
  readonly isBot: boolean;
  readonly isIncomingWebhook: boolean;
  /** The session that the request was made with; absent for a key. */
  readonly sessionId?: number;
  /** Replace the default limits; null when those hold. */
  readonly rules: readonly Rule[] | null;
}

/** Has each session in use asked for once in a while, so that the service that has it knows of its use. */
const sessionTtlMs = 3600 * 1000;

interface Entry {
  readonly ring: KeyRing;
  readonly account: Account;
}

/** Caches the accounts of valid credentials, of all organizations together; the longest unused go first. */
export class KeyCache {
  readonly #entries: LRUCache<string, Entry>;
  #rings = 0;

  constructor(maxKeys = 100_000) {
    this.#entries = new LRUCache({
      max: maxKeys,
      dispose: ({ ring, account }, name, reason) => {
        if (reason === "evict" || reason === "expire") ring.evicted(name, account.userId);
      },
    });
  }

  /** Counts the keys. */
  get size(): number {
    return this.#entries.size;
  }

  /** Creates a part of the cache that can be emptied on its own. */
  createRing(): KeyRing {
    this.#rings += 1;
    return new KeyRing(this, this.#rings);
  }

  get(name: string): Account | undefined {
    return this.#entries.get(name)?.account;
  }

  /** `ttlMs` of 0 keeps the entry until it is pushed out. */
  set(name: string, entry: Entry, ttlMs: number): void {
    this.#entries.set(name, entry, { ttl: ttlMs });
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }
}

/** Caches the accounts of one host. Decide by it only after the realm of the host was proven current. */
export class KeyRing {
  readonly #cache: KeyCache;
  readonly #number: number;
  readonly #namesOf = new Map<number, Set<string>>();

  constructor(cache: KeyCache, number: number) {
    this.#cache = cache;
    this.#number = number;
  }

  find(key: KeyHash): Account | undefined {
    return this.#cache.get(this.#name(key));
  }

  remember(key: KeyHash, account: Account): void {
    const name = this.#name(key);
    const names = this.#namesOf.get(account.userId) ?? new Set<string>();
    this.#namesOf.set(account.userId, names.add(name));
    this.#cache.set(
      name,
      { ring: this, account },
      account.sessionId === undefined ? 0 : sessionTtlMs,
    );
  }

  /** Forgets the accounts of these users; null means all users. */
  forget(userIds: readonly number[] | null): void {
    for (const userId of userIds ?? [...this.#namesOf.keys()]) {
      for (const name of this.#namesOf.get(userId) ?? []) this.#cache.delete(name);
      this.#namesOf.delete(userId);
    }
  }

  /** Notes that the cache has dropped this entry, because it was full or the time was up. */
  evicted(name: string, userId: number): void {
    const names = this.#namesOf.get(userId);
    names?.delete(name);
    if (names?.size === 0) this.#namesOf.delete(userId);
  }

  #name({ hash: digest }: KeyHash): string {
    return `${this.#number}:${digest}`;
  }
}
