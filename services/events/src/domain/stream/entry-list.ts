import { type Entry, listedUsers } from "./entry.ts";

/** Says for whom entries are looked for: what its queue's descriptor says. */
export interface Reader {
  readonly userId: number;
  /** True to get the messages of all public channels. */
  readonly allPublicStreams: boolean;
}

/** Names whom an entry may concern: one user, those who get all public channels, or anybody. */
type Concerned = number | "anybody" | "public";

/**
 * Entries in the order of the stream. Those that may concern a user are found without looking at the others: everybody
 * who polled a process that is gone asks the next one for what it missed, of thousands of entries mostly nothing.
 */
export class EntryList {
  #entries: Entry[];
  /** Entries by whom they may concern; made when it is asked for. */
  #index: Map<Concerned, Entry[]> | undefined;
  /** Number of entries in the index that were forgotten here. */
  #forgotten = 0;

  constructor(entries: readonly Entry[] = []) {
    this.#entries = [...entries];
  }

  [Symbol.iterator](): Iterator<Entry> {
    return this.#entries.values();
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#index) note(this.#index, entry);
  }

  prepend(entries: readonly Entry[]): void {
    this.#entries = [...entries, ...this.#entries];
    this.#index = undefined;
  }

  /** Forgets so many entries at the beginning. A full ring does so with each new one, so the index forgets many. */
  drop(count: number): void {
    this.#entries.splice(0, count);
    this.#forgotten += count;
    if (this.#forgotten > this.#entries.length) this.#index = undefined;
  }

  /** Returns the entries with at least this sequence that may concern the reader, in order. */
  since(from: number, { allPublicStreams, userId }: Reader): readonly Entry[] {
    const sequence = Math.max(from, this.#entries[0]?.sequence ?? Infinity);
    if (this.#index === undefined) {
      this.#index = new Map();
      this.#forgotten = 0;
      for (const entry of this.#entries) note(this.#index, entry);
    }
    const keys = allPublicStreams ? [userId, "public" as const] : [userId];
    const own = keys.flatMap((key) => tail(this.#index?.get(key), sequence));
    const forAnybody = tail(this.#index.get("anybody"), sequence);
    if (own.length === 0) return forAnybody;
    return [...new Set([...own, ...forAnybody])].toSorted(
      (one, other) => one.sequence - other.sequence,
    );
  }
}

function note(index: Map<Concerned, Entry[]>, entry: Entry): void {
  for (const key of concerned(entry)) {
    const entries = index.get(key);
    if (entries) entries.push(entry);
    else index.set(key, [entry]);
  }
}

function concerned({ events, service }: Entry): Iterable<Concerned> {
  // They may end queues of others than they are for, as restored messages may.
  if (service === "users") return ["anybody"];
  const found = new Set<Concerned>();
  for (const { domain } of events) {
    const users = listedUsers(domain.audience);
    if (users === null || domain.event.type === "messages_restored") return ["anybody"];
    for (const userId of users) found.add(userId);
    if (domain.publicChannel === true) found.add("public");
  }
  return found;
}

/** Returns the entries from a sequence on. */
function tail(entries: readonly Entry[] | undefined, sequence: number): readonly Entry[] {
  if (entries === undefined) return [];
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return entries.slice(low);
}
