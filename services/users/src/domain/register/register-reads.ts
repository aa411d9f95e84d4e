import { type Database, type HotPool, inSnapshot } from "@team-chat/pg";
import { KeyedBatchLoader } from "@team-chat/work";

import {
  loadRegisterRows,
  type RealmLists,
  type RegisterRows,
  type RegisterWants,
} from "../../queries/register/register-rows.ts";
import type { RealmCache } from "../organization/realm-cache.ts";
import type { RealmView } from "../organization/realm-view.ts";

/** What one registration needs. */
export interface RegisterAsk extends Pick<RegisterWants, "lists" | "personal" | "statuses"> {
  /** Null for somebody without an account. */
  readonly userId: number | null;
  /** The bots whose keys are wanted, among the accounts of a view. */
  readonly botsIn: (view: RealmView) => readonly number[];
}

/** Everything that registrations are answered from, of the one moment that `rows.snapshot` names. */
export interface RegisterRead {
  readonly view: RealmView;
  readonly rows: RegisterRows;
  /** Null unless somebody wanted them. */
  readonly lists: RealmLists | null;
}

interface Parts {
  readonly db: Database;
  readonly hot: HotPool;
  readonly realms: RealmCache;
}

/** One statement reads for at most so many users. */
const batching = { maxBatch: 200, gathersTurn: true };
/** After so many moments that others overtook, everything is read in one transaction. */
const maxTries = 3;

/**
 * Reads for registrations, one statement for all of an organization that wait at the same time. What belongs to the organization stays in memory: versions
 * are given out under a lock that is held until commit, so a snapshot sees a prefix of them, and a view of the version that the statement saw is
 * what the statement would have read (docs/subsystems/events.md).
 */
export class RegisterReads {
  readonly #parts: Parts;
  readonly #reads: KeyedBatchLoader<number, RegisterAsk, RegisterRead>;
  /** By view, and gone with it. */
  readonly #lists = new WeakMap<RealmView, RealmLists>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reads = new KeyedBatchLoader((realmId, asks) => this.#read(realmId, asks), batching);
  }

  /** As of a moment after this call. @throws NOT_FOUND when there is no such organization */
  of(realmId: number, ask: RegisterAsk): Promise<RegisterRead> {
    return this.#reads.load(realmId, ask);
  }

  async #read(realmId: number, asks: readonly RegisterAsk[]): Promise<RegisterRead> {
    const { db, hot, realms } = this.#parts;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const view = (tries === 0 && realms.lastKnown(realmId)) || (await realms.current(realmId));
      const rows = await loadRegisterRows(hot, this.#wanted(realmId, asks, view));
      if (rows.version === view.version) return this.#found(view, rows);
    }
    return inSnapshot(db, async (tx) => {
      const view = await realms.at(tx, realmId);
      return this.#found(view, await loadRegisterRows(tx, this.#wanted(realmId, asks, view)));
    });
  }

  #wanted(realmId: number, asks: readonly RegisterAsk[], view: RealmView): RegisterWants {
    const userIds = asks.flatMap(({ userId }) => (userId === null ? [] : [userId]));
    return {
      realmId,
      userIds: [...new Set(userIds)],
      botIds: [...new Set(asks.flatMap(({ botsIn }) => botsIn(view)))],
      personal: asks.some(({ personal }) => personal),
      statuses: asks.some(({ statuses }) => statuses),
      lists: !this.#lists.has(view) && asks.some(({ lists }) => lists),
    };
  }

  #found(view: RealmView, rows: RegisterRows): RegisterRead {
    if (rows.lists !== null) this.#lists.set(view, rows.lists);
    return { view, rows, lists: this.#lists.get(view) ?? null };
  }
}
