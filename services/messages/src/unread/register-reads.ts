import { type Database, GatheredReads, inSnapshot } from "@team-chat/pg";

import {
  loadRegisterRows,
  type RegisterPart,
  type RegisterRows,
} from "../queries/register-rows.ts";
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

/** Users for whom one statement reads at most. */
const maxAtOnce = 200;

/** Reads for registrations, with one statement for all of an organization that wait at the same time, and another for messages that are not remembered. */
export class RegisterReads {
  readonly #db: Database;
  readonly #unread: UnreadPlaces;
  readonly #reads: GatheredReads<Ask, ReadonlyMap<number, RegisterRead>>;

  constructor(db: Database, unread: UnreadPlaces) {
    this.#db = db;
    this.#unread = unread;
    this.#reads = new GatheredReads((realmId, asks) => this.#read(realmId, asks), { maxAtOnce });
  }

  /** As of a moment after this call. */
  async of(realmId: number, ask: Ask): Promise<RegisterRead> {
    const read = (await this.#reads.of(realmId, ask)).get(ask.userId);
    if (read === undefined) throw new Error(`Nothing was read for user ${ask.userId}.`);
    return read;
  }

  #read(realmId: number, asks: readonly Ask[]): Promise<ReadonlyMap<number, RegisterRead>> {
    const userIds = [...new Set(asks.map(({ userId }) => userId))];
    const parts = new Set(asks.flatMap((ask) => ask.parts));
    return inSnapshot(this.#db, async (tx, snapshot) => {
      const rowsOf = await loadRegisterRows(tx, { realmId, userIds }, parts);
      const of = new Map<number, RegisterRead>();
      for (const userId of userIds) {
        const rows = rowsOf(userId);
        const unread = await this.#unread.list(tx, { realmId, ...rows });
        of.set(userId, { ...rows, snapshot, unread });
      }
      return of;
    });
  }
}
