import { setImmediate as nextTurn } from "node:timers/promises";

import type { Layout } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";

import { EntryList } from "../stream/entry-list.ts";
import { replay } from "../stream/replay.ts";
import type { Rings } from "../stream/rings.ts";
import type { QueueTable } from "./queue-table.ts";

interface OlderEntriesOptions {
  readonly nats: Nats;
  readonly layout: Layout;
  readonly table: QueueTable;
  readonly rings: Rings;
  /** Bytes of a stream that are read at a time; 8 MiB when left out. */
  readonly maxReplayBytes?: number | undefined;
}

/** A part of a realm's stream, from the wanted position on. */
interface OlderPart {
  readonly entries: EntryList;
  /** Position from which on entries are still wanted, which the ring may hold. */
  readonly next: number;
}

/** A queue that misses what its realm's ring has forgotten. */
interface Waiter extends PromiseWithResolvers<OlderPart | null> {
  readonly from: number;
}

const usualReplayBytes = 8 * 1024 * 1024;
/** Sequences by which somebody may miss more than the one that a part is read for, and be served by it as well. */
const reach = 20_000;
const nothing = new EntryList();

/**
 * Reads what rings have forgotten, into them where there is room: one part of a realm's stream after the other, each
 * for all queues that miss it. After a restart everybody's poll comes at once.
 */
export class OlderEntries {
  readonly #options: OlderEntriesOptions;
  /** In the order in which they came, by realm. */
  readonly #waiting = new Map<number, Waiter[]>();

  constructor(options: OlderEntriesOptions) {
    this.#options = options;
  }

  /** Reads entries from there on; null when the stream has forgotten them too. @throws while it cannot be read */
  read(realmId: number, from: number): Promise<OlderPart | null> {
    const waiter = { from, ...Promise.withResolvers<OlderPart | null>() };
    const waiting = this.#waiting.get(realmId);
    if (waiting) waiting.push(waiter);
    else {
      this.#waiting.set(realmId, [waiter]);
      void this.#serve(realmId);
    }
    return waiter.promise;
  }

  async #serve(realmId: number): Promise<void> {
    for (;;) {
      // Whoever has got a part asks for the next one in the same turn.
      await nextTurn();
      const waiting = this.#waiting.get(realmId) ?? [];
      const [first] = waiting;
      if (first === undefined) break;
      const near = waiting.map(({ from }) => from).filter((from) => from >= first.from - reach);
      const start = near.reduce((one, other) => Math.min(one, other));
      try {
        const part = await this.#readPart(realmId, start);
        for (const { from, resolve } of this.#take(realmId, start, endOf(part, start)))
          resolve(part && { ...part, next: Math.max(part.next, from) });
      } catch (error) {
        for (const { reject } of this.#take(realmId, 0, Infinity)) reject(error);
      }
    }
    this.#waiting.delete(realmId);
  }

  /** Takes those out who wait for a position from `start` up to `end`. */
  #take(realmId: number, start: number, end: number): readonly Waiter[] {
    const waiting = this.#waiting.get(realmId) ?? [];
    const isTaken = ({ from }: Waiter) => from >= start && from < end;
    this.#waiting.set(
      realmId,
      waiting.filter((waiter) => !isTaken(waiter)),
    );
    return waiting.filter(isTaken);
  }

  /** Reads the part that begins there; an empty one that ends there, too, when the ring holds all from there on. */
  async #readPart(realmId: number, from: number): Promise<OlderPart | null> {
    const { maxReplayBytes: maxBytes = usualReplayBytes, ...sources } = this.#options;
    const { layout, nats, rings, table } = sources;
    const { ring } = table.feed(realmId);
    if (ring.covers(from)) return { entries: nothing, next: from };
    const before = ring.from;
    const replayed = await replay(nats, { realmId, layout, from, before, maxBytes });
    if (replayed === null) return null;
    const entries = new EntryList(replayed.entries);
    if (replayed.next !== null) return { entries, next: replayed.next };
    const isStill = table.feed(realmId).ring === ring && ring.from === before;
    if (isStill) rings.prepend(ring, replayed.entries, from);
    return { entries, next: before };
  }
}

/** Returns the position up to which who waits is served by a part. */
function endOf(part: OlderPart | null, start: number): number {
  // Others may ask for what is not forgotten yet.
  if (part === null) return start + 1;
  return part.next > start ? part.next : Infinity;
}
