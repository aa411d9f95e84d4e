import type { Database } from "@team-chat/pg";
import { PeriodicTask, runShared } from "@team-chat/work";

import {
  listPresencesSince,
  type PresenceRow,
  upsertPresences,
} from "../../queries/presence/presences.ts";
import { RealmPresence } from "./realm-presence.ts";
import type { Seen } from "./seen.ts";

/** Longest time that a report waits to be written, and another process' report to be read. */
const exchangeEveryMs = 15_000;
/** Clocks of processes and database may differ by this much. */
const slackMs = 10_000;
/** An organization of which nothing was asked for this long is forgotten. */
const forgetAfterMs = 3_600_000;

interface PresenceBookParts {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told of what could not be written or read, which is tried again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Presence in memory (docs/subsystems/users.md): a report costs no statement; every 15 seconds one statement for each
 * organization writes what is new and another reads what other processes wrote.
 */
export class PresenceBook implements AsyncDisposable {
  readonly #parts: PresenceBookParts;
  readonly #realms = new Map<number, Promise<RealmPresence>>();
  readonly #exchanges: PeriodicTask;

  constructor(parts: PresenceBookParts) {
    this.#parts = parts;
    this.#exchanges = new PeriodicTask({
      everyMs: exchangeEveryMs,
      run: () => this.#exchangeAll(),
      onError: parts.onError,
    });
  }

  /** Returns the presence of the organization's users. */
  async of(realmId: number): Promise<RealmPresence> {
    let opened = this.#realms.get(realmId);
    if (opened === undefined) {
      opened = runShared(() => this.#open(realmId));
      this.#realms.set(realmId, opened);
      opened.catch(() => this.#realms.delete(realmId));
    }
    const presence = await opened;
    presence.lastUsedAt = this.#parts.now();
    return presence;
  }

  /** Writes what is new and reads what others wrote; never fails, what could not be written is tried again. */
  exchange(): Promise<void> {
    return this.#exchanges.runNow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#exchanges.stop();
    await this.exchange();
  }

  async #open(realmId: number): Promise<RealmPresence> {
    const presence = new RealmPresence(this.#parts.now);
    await this.#read(realmId, presence);
    return presence;
  }

  async #exchangeAll(): Promise<void> {
    const { now, onError } = this.#parts;
    for (const [realmId, opened] of this.#realms) {
      try {
        const presence = await opened;
        await this.#write(realmId, presence);
        if (now() - presence.lastUsedAt > forgetAfterMs) this.#realms.delete(realmId);
        else await this.#read(realmId, presence);
      } catch (error) {
        onError(error);
      }
    }
  }

  async #write(realmId: number, presence: RealmPresence): Promise<void> {
    const taken = presence.takeUnwritten();
    if (taken.length === 0) return;
    try {
      await upsertPresences(this.#parts.db, realmId, { rows: taken.map(toRow) });
    } catch (error) {
      presence.giveBack(taken.map(([userId]) => userId));
      throw error;
    }
  }

  async #read(realmId: number, presence: RealmPresence): Promise<void> {
    const { db, now } = this.#parts;
    const asked = now();
    for (const row of await listPresencesSince(db, realmId, presence.readUntil))
      presence.merge(row.userId, {
        activeAt: row.activeAt.getTime(),
        connectedAt: row.connectedAt.getTime(),
        inputAt: row.inputAt?.getTime() ?? null,
      });
    presence.readUntil = new Date(asked - slackMs);
  }
}

/** Converts to the stored form. */
export function toRow([userId, seen]: readonly [number, Seen]): PresenceRow {
  return {
    userId,
    activeAt: new Date(seen.activeAt),
    connectedAt: new Date(seen.connectedAt),
    inputAt: seen.inputAt === null ? null : new Date(seen.inputAt),
  };
}
