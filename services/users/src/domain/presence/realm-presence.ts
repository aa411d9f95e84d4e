import { latest, type Seen } from "./seen.ts";

interface Entry {
  readonly seen: Seen;
  /** Larger than that of everything that was known before it. */
  readonly updateId: number;
}

/** Presence of one organization's users, and which part of it is not in the database yet. */
export class RealmPresence {
  readonly #entries = new Map<number, Entry>();
  #unwritten = new Set<number>();
  #lastUpdateId = -1;
  /** Up to where other processes' writing has been read. */
  readUntil = new Date(0);
  lastUsedAt: number;
  readonly #now: () => number;

  /** `now` in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    this.lastUsedAt = now();
  }

  find(userId: number): Seen | undefined {
    return this.#entries.get(userId)?.seen;
  }

  /** Puts in what is not in the database yet. */
  put(userId: number, seen: Seen): void {
    this.#set(userId, seen);
    this.#unwritten.add(userId);
  }

  /** Puts in what is in the database. */
  merge(userId: number, seen: Seen): void {
    const known = this.find(userId);
    const merged = known === undefined ? seen : latest(known, seen);
    if (known?.activeAt === merged.activeAt && known.connectedAt === merged.connectedAt) return;
    this.#set(userId, merged);
  }

  /** Puts in what is earlier than what was known and already in the database. */
  replace(userId: number, seen: Seen): void {
    this.#set(userId, seen);
    this.#unwritten.delete(userId);
  }

  /** Takes the users to be written; from here on they count as written unless `put` again. */
  takeUnwritten(): readonly (readonly [number, Seen])[] {
    const taken = [...this.#unwritten].flatMap((userId) => {
      const seen = this.find(userId);
      return seen === undefined ? [] : [[userId, seen] as const];
    });
    this.#unwritten = new Set();
    return taken;
  }

  /** Takes back what could not be written. */
  giveBack(userIds: Iterable<number>): void {
    for (const userId of userIds) this.#unwritten.add(userId);
  }

  /** Everybody with what is newer than the update id, in no order. */
  *since(updateId: number): Generator<readonly [number, Seen]> {
    // An id from the future was given out by a process whose clock was ahead: everything is told again.
    const after = updateId > this.#lastUpdateId ? -1 : updateId;
    for (const [userId, entry] of this.#entries)
      if (entry.updateId > after) yield [userId, entry.seen];
  }

  get lastUpdateId(): number {
    return this.#lastUpdateId;
  }

  /**
   * Sets the presence. Ids are moments, so that those of a process that takes the organization over are larger than all
   * that were given out before.
   */
  #set(userId: number, seen: Seen): void {
    this.#lastUpdateId = Math.max(this.#lastUpdateId + 1, this.#now());
    this.#entries.set(userId, { seen, updateId: this.#lastUpdateId });
  }
}
