// See docs/subsystems/messages.md.
import type { Transaction } from "@team-chat/pg";

import { listTopicIds, type TopicIdsRow } from "../../queries/read-state/unread.ts";
import { findOldest, type Gap, IdStretch, parseGaps } from "./id-list.ts";
import {
  type IdsByTopic,
  type TopicStretch,
  RecipientCache,
  RecipientIds,
  type RecipientRow,
} from "./recipient-ids.ts";

/** Stored state of one user's unread messages; `mentions` may name more messages. */
interface Reader {
  readonly realmId: number;
  readonly places: readonly RecipientRow[];
  readonly mentions: readonly number[];
}

/** Limits of reading and of the memory for it. */
export interface UnreadLimits {
  /** Newest unread messages that clients are told of at the start (docs/behaviour/unread.md#unread-summary). */
  readonly maxUnread: number;
  /** Unread messages of one recipient up to which the database is asked each time. */
  readonly maxAsked: number;
  /** Ids of messages that are remembered, at some 25 bytes each. */
  readonly maxRemembered: number;
}

export const unreadLimits: UnreadLimits = {
  maxUnread: 50_000,
  maxAsked: 300,
  maxRemembered: 2_000_000,
};

/** Unread messages of one topic or one direct conversation. */
export interface UnreadTopic {
  readonly channelId: number | null;
  readonly participants: readonly number[] | null;
  readonly topic: string;
  readonly ids: IdStretch;
}

/** Unread messages of a user. */
export interface Unread {
  readonly topics: readonly UnreadTopic[];
  /** Of all these ids those that mention the user, ascending. */
  readonly mentions: readonly number[];
  /** True if there are more than that. */
  readonly isCut: boolean;
}

type Stored = RecipientRow & { readonly parts: readonly Gap[] };

/** Unread messages of a recipient, complete from an id on. */
interface Loaded extends IdsByTopic {
  readonly place: Stored;
  /** 0 when it is all. */
  readonly from: number;
}

/**
 * Finds what users have not read. Ids and topics of messages are the same for all readers and hardly ever change: those
 * of recipients with much unread are remembered, so that thousands of unread messages cost one look at the reader's
 * ranges.
 */
export class UnreadMessages {
  readonly #limits: UnreadLimits;
  readonly #cache: RecipientCache;

  constructor(limits: UnreadLimits) {
    this.#limits = limits;
    this.#cache = new RecipientCache(limits.maxRemembered);
  }

  /** Lists the unread messages without reading more than was read of the reader; null where something is missing. */
  listRemembered(reader: Reader): Unread | null {
    const places = reader.places.map(withParts);
    const found = places.map((place) => this.#recall(place)).filter((one) => one !== undefined);
    if (found.length < places.length) return null;
    const oldest = this.#oldestOf(found);
    return found.some(({ from }) => from > oldest) ? null : unreadOf(found, reader, oldest);
  }

  /** Lists the unread messages as of the snapshot of the REPEATABLE READ transaction that `reader` was read in. */
  async list(tx: Transaction, reader: Reader): Promise<Unread> {
    const found = await this.#find(tx, reader.realmId, reader.places.map(withParts));
    return unreadOf(found, reader, this.#oldestOf(found));
  }

  /** Returns the id from which on clients are told; 0 when they are told of all. */
  #oldestOf(found: readonly Loaded[]): number {
    const all = found.flatMap(({ topics }) => topics.map(({ ids }) => ids));
    return findOldest(all, this.#limits.maxUnread);
  }

  /** Finds the unread messages of each recipient, complete as far as the newest `maxUnread` of all go. */
  async #find(
    tx: Transaction,
    realmId: number,
    places: readonly Stored[],
  ): Promise<readonly Loaded[]> {
    const { maxAsked } = this.#limits;
    await this.#topUp(tx, realmId, places);
    const remembered = places.map((place) => this.#recall(place));
    const unknown = places.filter((_, index) => remembered[index] === undefined);
    // Others have the same unread where there is little of it, so what was read for one is remembered for them.
    const tried = await this.#load(tx, realmId, { places: unknown, from: 0, limit: maxAsked });
    const loaded = tried.filter(({ from }) => from === 0);
    const [full, sparse] = parted(
      tried.filter(({ from }) => from > 0),
      maxAsked,
    );
    const lagging = sparse.map(({ place }) => place);
    const asked = await ask(tx, realmId, { places: lagging, limit: maxAsked });
    const known = [...remembered.filter((one) => one !== undefined), ...loaded];
    // Who has so much unread somewhere comes back: it is remembered then.
    const many = [...full, ...asked.filter(({ from }) => from > 0)];
    const few = asked.filter(({ from }) => from === 0);
    return this.#complete(tx, realmId, { found: [...known, ...few, ...many], again: many });
  }

  /** Goes back further and further where the newest `maxUnread` of all may reach beyond what was found. */
  async #complete(
    tx: Transaction,
    realmId: number,
    { found, again }: { readonly found: readonly Loaded[]; readonly again: readonly Loaded[] },
  ): Promise<readonly Loaded[]> {
    const { maxUnread, maxAsked } = this.#limits;
    let all = found;
    const shortOf = (from: number) => all.filter((one) => one.from > from);
    let oldest = this.#oldestOf(all);
    let short = new Set([...again, ...shortOf(oldest)]);
    // A quarter more than what is missing, if all have the same.
    const missing = maxUnread - all.reduce((sum, { topics }) => sum + sizeOf(topics), 0);
    let limit = Math.min(maxUnread, Math.max(maxAsked, Math.ceil((1.25 * missing) / short.size)));
    while (short.size > 0) {
      const places = [...short].map(({ place }) => place);
      const deeper =
        limit <= maxUnread
          ? await this.#load(tx, realmId, { places, from: oldest, limit })
          : await ask(tx, realmId, { places, limit: maxUnread + 1 });
      all = [...all.filter((one) => !short.has(one)), ...deeper];
      oldest = this.#oldestOf(all);
      short = new Set(shortOf(oldest));
      limit *= 4;
    }
    return all;
  }

  /** Returns the remembered ids of the recipient, unless they have changed or lack new ones that others are to add. */
  #recall(place: Stored): Loaded | undefined {
    const known = this.#findCurrent(place);
    if (!known || known.to < place.newest) return undefined;
    const found = unreadIn(place, known);
    // Too little is remembered for somebody who lags behind.
    return found.from > 0 && known.size <= this.#limits.maxAsked ? undefined : found;
  }

  #findCurrent({ recipientId, revision }: Stored): RecipientIds | undefined {
    const known = this.#cache.find(recipientId);
    return known?.revision === revision ? known : undefined;
  }

  /** Adds what was sent since. */
  async #topUp(tx: Transaction, realmId: number, places: readonly Stored[]): Promise<void> {
    const behind = places.flatMap((place) => {
      const known = this.#findCurrent(place);
      if (!known || known.to >= place.newest) return [];
      const { recipientId, newest } = place;
      return [{ known, recipientId, low: known.to + 1, high: newest + 1 }];
    });
    const limit = this.#limits.maxUnread;
    const rows = byRecipient(await listTopicIds(tx, realmId, { windows: behind, limit }));
    for (const { known, recipientId, low, high } of behind) {
      const added = rows.get(recipientId) ?? [];
      // Somebody else may have added the same in the meantime, and what exceeds the limit would leave a hole.
      if (known.to + 1 !== low || sizeOf(added) >= limit) continue;
      known.append(added, high - 1);
      this.#cache.grew(sizeOf(added));
    }
  }

  /** Remembers so many more messages of each place: the newest others, none before the first unread one or `from`. */
  async #load(
    tx: Transaction,
    realmId: number,
    { places, from, limit }: Depth,
  ): Promise<readonly Loaded[]> {
    const windows = places.map((place) => {
      const { newest, parts, recipientId } = place;
      const high = this.#findWhole(place)?.from ?? newest + 1;
      return { recipientId, low: Math.max(from, parts[0]?.low ?? 0), high };
    });
    const rows = byRecipient(await listTopicIds(tx, realmId, { windows, limit }));
    return places.map((place, index) => {
      const loaded = rows.get(place.recipientId) ?? [];
      const { high = 0, low = 0 } = windows[index] ?? {};
      const before = this.#findWhole(place);
      // Somebody else may have changed what is remembered in the meantime.
      const later = before?.from === high ? before : undefined;
      if (later === undefined && high <= place.newest)
        return { place, topics: [], everyone: [], from: high };
      const oldest = sizeOf(loaded) < limit ? Math.min(low, high) : oldestOf(loaded);
      const known = new RecipientIds(place.revision, oldest);
      known.append(loaded, high - 1);
      if (later !== undefined) known.appendAll(later);
      this.#cache.keep(place.recipientId, known);
      return unreadIn(place, known);
    });
  }

  /** Returns all remembered ids of the recipient, when nothing newer is missing. */
  #findWhole(place: Stored): RecipientIds | undefined {
    const known = this.#findCurrent(place);
    return known !== undefined && known.to >= place.newest ? known : undefined;
  }
}

function unreadOf(found: readonly Loaded[], { mentions }: Reader, oldest: number): Unread {
  const topics = found.flatMap(({ place: { channelId, participants }, topics: all }) =>
    all.flatMap(({ topic, ids }): UnreadTopic[] => {
      const kept = ids.since(oldest);
      return kept.length === 0 ? [] : [{ channelId, participants, topic, ids: kept }];
    }),
  );
  const calling = found.flatMap(({ everyone }) => everyone.filter((id) => id >= oldest));
  const all = new Set([...calling, ...mentionsAmong(topics, mentions)]);
  return {
    topics,
    mentions: [...all].toSorted((one, other) => one - other),
    isCut: oldest > 0,
  };
}

/** Parts the recipients into those of which so many ids were found, and the others. */
function parted(found: readonly Loaded[], count: number): [readonly Loaded[], readonly Loaded[]] {
  const isFull = ({ topics }: Loaded) => sizeOf(topics) >= count;
  return [found.filter(isFull), found.filter((one) => !isFull(one))];
}

interface Depth {
  readonly places: readonly Stored[];
  readonly from: number;
  readonly limit: number;
}

function withParts(row: RecipientRow): Stored {
  return { ...row, parts: parseGaps(row.gaps) };
}

function unreadIn(place: Stored, known: RecipientIds): Loaded {
  const isAll = known.from <= (place.parts[0]?.low ?? 0);
  return { place, ...known.within(place.parts), from: isAll ? 0 : known.from };
}

function oldestOf(rows: readonly TopicIdsRow[]): number {
  return rows.reduce((oldest, { ids }) => Math.min(oldest, ids[0] ?? oldest), Infinity);
}

/** Reads the newest unread messages of each recipient, up to the limit, without remembering them. */
async function ask(
  tx: Transaction,
  realmId: number,
  { places, limit }: { readonly places: readonly Stored[]; readonly limit: number },
): Promise<readonly Loaded[]> {
  const windows = places.flatMap(({ recipientId, parts }) =>
    parts.map((gap) => ({ recipientId, ...gap })),
  );
  const rows = byRecipient(await listTopicIds(tx, realmId, { windows, limit }));
  return places.map((place) => {
    const found = rows.get(place.recipientId) ?? [];
    const topics = found.map(({ topic, ids }) => ({ topic, ids: IdStretch.of(ids) }));
    const everyone = found.flatMap((row) => row.everyone);
    return { place, topics, everyone, from: sizeOf(found) < limit ? 0 : oldestOf(found) };
  });
}

function byRecipient(rows: readonly TopicIdsRow[]): ReadonlyMap<number, readonly TopicIdsRow[]> {
  return Map.groupBy(rows, ({ recipientId }) => recipientId);
}

function sizeOf(topics: readonly (TopicStretch | TopicIdsRow)[]): number {
  return topics.reduce((sum, { ids }) => sum + ids.length, 0);
}

/**
 * Lists those of the ids that are in one of the topics. Costs a search for each in each topic, or a look at every id
 * where that would be more.
 */
function mentionsAmong(topics: readonly UnreadTopic[], called: readonly number[]): number[] {
  if (called.length * topics.length * searchCost < sizeOf(topics))
    return called.filter((id) => topics.some(({ ids }) => ids.has(id)));
  const wanted = new Set(called);
  return topics.flatMap(({ ids }) => ids.toArray().filter((id) => wanted.has(id)));
}

/** Steps of a binary search, about. */
const searchCost = 16;
