import type { HotPool } from "@team-chat/pg";
import { checkQuota } from "@team-chat/policy";

import type { InsertedRow } from "../queries/messages/insert-messages.ts";
import { findMessagesOfDay } from "../queries/messages/message-days.ts";
import type { Draft } from "./draft.ts";

interface DayCountOptions {
  readonly hot: HotPool;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A message that waits to be written. */
interface Refusable {
  readonly draft: Draft;
  readonly reject: (error: unknown) => void;
}

/**
 * Counts the messages that organizations with a limit have sent today. Every statement that writes some says how many
 * there are, so that nothing is asked while one process writes for an organization. When another has written meanwhile
 * the count is behind until the next statement: then one batch may come on top (docs/hosting.md#quotas).
 */
export class DayCount {
  readonly #options: DayCountOptions;
  /** Messages of `#day`, by realm. */
  readonly #counts = new Map<number, number>();
  #day = "";

  constructor(options: DayCountOptions) {
    this.#options = options;
  }

  /**
   * Refuses a message when so many others have been let through before it in the same batch that it is too much; to be
   * called within the realm's commit gate. Bots of the server are counted, but never refused.
   * @throws BAD_REQUEST
   */
  async check({ realm }: Draft, before: number): Promise<void> {
    const most = realm.users.realm?.quotas?.messagesPerDay;
    if (most === null || most === undefined || realm.actor.isSystemBot) return;
    const known = this.#known(realm.realmId);
    if (known !== undefined && known + before < most) return;
    // A statement that was rolled back may have been counted.
    checkQuota("messagesPerDay", { most, used: (await this.#load(realm.realmId)) + before });
  }

  /** Returns those of a batch that the organization may still send today; refuses the others. */
  async admit<Waiting extends Refusable>(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const admitted: Waiting[] = [];
    for (const waiting of batch) {
      try {
        await this.check(waiting.draft, admitted.length);
        admitted.push(waiting);
      } catch (error) {
        waiting.reject(error);
      }
    }
    return admitted;
  }

  /** Hears what a statement has written. */
  note({ realm }: Draft, row: InsertedRow | undefined): void {
    const most = realm.users.realm?.quotas?.messagesPerDay;
    if (most === null || most === undefined || !row || row.day === null || row.of_day === null)
      return;
    this.#turnTo(row.day);
    if (row.day === this.#day) this.#counts.set(realm.realmId, row.of_day);
  }

  #known(realmId: number): number | undefined {
    this.#turnTo(this.#today());
    return this.#counts.get(realmId);
  }

  async #load(realmId: number): Promise<number> {
    const day = this.#today();
    const count = await findMessagesOfDay(this.#options.hot, { realmId, day });
    this.#turnTo(day);
    this.#counts.set(realmId, count);
    return count;
  }

  #today(): string {
    return new Date(this.#options.now()).toISOString().slice(0, 10);
  }

  /** Forgets the counts of a day that is over. */
  #turnTo(day: string): void {
    if (day <= this.#day) return;
    this.#day = day;
    this.#counts.clear();
  }
}
