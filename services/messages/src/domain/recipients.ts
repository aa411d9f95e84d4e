import type { HotPool } from "@team-chat/pg";

import {
  ensureChannelRecipient,
  ensureConversation,
  findConversation,
} from "../queries/recipients/recipients.ts";

/** Recipients never change, so what was found once stays true; this many are remembered. */
const maxRemembered = 50_000;

/** Told of the people of a direct conversation before anything is written in it, and now and then again. */
type Meet = (realmId: number, participants: readonly number[]) => Promise<void>;

/** Ids of recipients by what they stand for. */
export class Recipients {
  readonly #hot: HotPool;
  readonly #meet: Meet;
  readonly #known = new Map<string, number>();

  constructor(hot: HotPool, meet: Meet) {
    this.#hot = hot;
    this.#meet = meet;
  }

  /** Returns the recipient of a channel, created when it does not exist. */
  ofChannel(realmId: number, channelId: number): Promise<number> {
    return this.#remember(`${realmId}#${channelId}`, () =>
      ensureChannelRecipient(this.#hot, realmId, channelId),
    );
  }

  /** Returns the direct conversation of exactly these users (ascending), created when it does not exist. */
  ofUsers(realmId: number, participants: readonly number[]): Promise<number> {
    return this.#remember(`${realmId}@${participants.join()}`, async () => {
      const id = await ensureConversation(this.#hot, realmId, participants);
      await this.#meet(realmId, participants);
      return id;
    });
  }

  /** Finds a direct conversation without creating it; null when it does not exist. */
  async findOfUsers(realmId: number, participants: readonly number[]): Promise<number | null> {
    const known = this.#known.get(`${realmId}@${participants.join()}`);
    return known ?? findConversation(this.#hot, realmId, participants);
  }

  async #remember(key: string, find: () => Promise<number>): Promise<number> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = await find();
    const [oldest] = this.#known.keys();
    if (this.#known.size >= maxRemembered && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, id);
    return id;
  }
}
