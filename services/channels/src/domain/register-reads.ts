import type { HotPool } from "@team-chat/pg";
import type { Projection } from "@team-chat/projection";
import { KeyedBatchLoader } from "@team-chat/work";

import {
  loadRegisterRows,
  type RegisterRead,
  type RegisterRows,
} from "../queries/register-rows.ts";
import type { ChangesOrVersion } from "../values/changes.ts";
import { RealmChannels } from "../values/realm-channels.ts";

/** Rows of one snapshot and the channels as of exactly that snapshot; use them before anything is awaited. */
export interface AtSnapshot {
  readonly rows: RegisterRows;
  readonly channels: RealmChannels;
}

/** What was read for several. */
interface Read extends RegisterRead {
  readonly channels: RealmChannels;
}

/** After so many snapshots that others overtook, one is loaded that nobody shares. */
const maxTries = 3;
/** One statement reads for at most so many users. */
const batching = { maxBatch: 200, gathersTurn: true };

/** Reads users' rows together with what the realm's channels in memory lack, with one statement for all who wait at the same time. */
export class RegisterReads {
  readonly #hot: HotPool;
  readonly #channels: Projection<RealmChannels, ChangesOrVersion>;
  readonly #reads: KeyedBatchLoader<number, number, Read | null>;

  constructor(hot: HotPool, channels: Projection<RealmChannels, ChangesOrVersion>) {
    this.#hot = hot;
    this.#channels = channels;
    this.#reads = new KeyedBatchLoader(
      (realmId, userIds) => this.#read(realmId, userIds),
      batching,
    );
  }

  /**
   * As of a moment after this call. Versions are given out under a lock that is held until commit, so a snapshot sees a prefix of them, and channels of the
   * snapshot's version are the snapshot's channels.
   */
  async of({
    realmId,
    userId,
  }: {
    readonly realmId: number;
    readonly userId: number;
  }): Promise<AtSnapshot> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const read = await this.#reads.load(realmId, userId);
      // Somebody else who waited may have brought the channels further.
      if (read?.channels.version === read?.changes.version && read !== null)
        return { rows: read.rowsOf(userId), channels: read.channels };
    }
    const channels = new RealmChannels();
    const read = await loadRegisterRows(this.#hot, { realmId, userIds: [userId] }, 0);
    channels.apply(read.changes);
    return { rows: read.rowsOf(userId), channels };
  }

  /** Null when the channels in memory are newer than the snapshot. */
  async #read(realmId: number, userIds: readonly number[]): Promise<Read | null> {
    const channels = await this.#channels.atLeast(realmId, 1);
    const of = { realmId, userIds: [...new Set(userIds)] };
    const read = await loadRegisterRows(this.#hot, of, channels.version);
    if (read.changes.version < channels.version) return null;
    channels.apply(read.changes);
    return { ...read, channels };
  }
}
