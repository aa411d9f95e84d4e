import { type Database, type HotPool, inSnapshot } from "@team-chat/pg";
import { KeyedBatchLoader } from "@team-chat/work";

import {
  loadRegisterRows,
  type RegisterPart,
  type RegisterRows,
} from "../../queries/register/register-rows.ts";
import type { Unread, UnreadPlaces } from "./unread-places.ts";

interface Ask {
  readonly userId: number;
  readonly parts: readonly RegisterPart[];
}

/** What is stored for one user, of the moment that `snapshot` names; what is not among the parts is empty. */
export interface RegisterRead extends RegisterRows {
  /** `pg_current_snapshot()` of that moment. */
  readonly snapshot: string;
  readonly unread: Unread;
}

interface Parts {
  readonly db: Database;
  readonly hot: HotPool;
  readonly unread: UnreadPlaces;
}

type Reads = ReadonlyMap<number, RegisterRead>;

interface Wanted {
  readonly readers: { readonly realmId: number; readonly userIds: readonly number[] };
  readonly parts: ReadonlySet<RegisterPart>;
}

/** So few users are tried without a transaction: of many, somebody has something new unread. */
const maxFew = 4;
/** One statement reads for at most so many users. */
const batching = { maxBatch: 200, gathersTurn: true };

/** Reads for registrations, with one statement for all of an organization that wait at the same time, and another for messages that are not remembered. */
export class RegisterReads {
  readonly #db: Database;
  readonly #hot: HotPool;
  readonly #unread: UnreadPlaces;
  readonly #reads: KeyedBatchLoader<number, Ask, Reads>;

  constructor({ db, hot, unread }: Parts) {
    this.#db = db;
    this.#hot = hot;
    this.#unread = unread;
    this.#reads = new KeyedBatchLoader((realmId, asks) => this.#read(realmId, asks), batching);
  }

  /** As of a moment after this call. */
  async of(realmId: number, ask: Ask): Promise<RegisterRead> {
    const read = (await this.#reads.load(realmId, ask)).get(ask.userId);
    if (read === undefined) throw new Error(`Nothing was read for user ${ask.userId}.`);
    return read;
  }

  async #read(realmId: number, asks: readonly Ask[]): Promise<Reads> {
    const userIds = [...new Set(asks.map(({ userId }) => userId))];
    const wanted = {
      readers: { realmId, userIds },
      parts: new Set(asks.flatMap((ask) => ask.parts)),
    };
    const remembered = userIds.length <= maxFew ? await this.#readRemembered(wanted) : null;
    return remembered ?? this.#readAll(wanted);
  }

  /** By one statement; null when something is unread that is not remembered. */
  async #readRemembered({ parts, readers }: Wanted): Promise<Reads | null> {
    const { rowsOf, snapshot } = await loadRegisterRows(this.#hot, readers, parts);
    const of = new Map<number, RegisterRead>();
    for (const userId of readers.userIds) {
      const rows = rowsOf(userId);
      const unread = this.#unread.listRemembered({ realmId: readers.realmId, ...rows });
      if (unread === null) return null;
      of.set(userId, { ...rows, snapshot, unread });
    }
    return of;
  }

  #readAll({ parts, readers }: Wanted): Promise<Reads> {
    return inSnapshot(this.#db, async (tx) => {
      const { rowsOf, snapshot } = await loadRegisterRows(tx, readers, parts);
      const of = new Map<number, RegisterRead>();
      for (const userId of readers.userIds) {
        const rows = rowsOf(userId);
        const unread = await this.#unread.list(tx, { realmId: readers.realmId, ...rows });
        of.set(userId, { ...rows, snapshot, unread });
      }
      return of;
    });
  }
}
