import { AppError } from "@team-chat/errors";
import { FairQueue, type Payer } from "@team-chat/work";

interface Limits {
  /** Limits the large requests of one organization that are passed on at the same time. */
  readonly atOnce: number;
  /** Limits what may be waiting or under way; more is refused. */
  readonly most?: { readonly user: number; readonly realm: number };
}

interface Job {
  readonly payer: Payer;
  readonly start: () => void;
}

/**
 * Lets large requests of an organization pass a few at a time, however many come, so that it never has all processors;
 * its users take turns. Small requests are not counted: they are too cheap to keep anybody waiting.
 */
export class LargeRequests {
  readonly #limits: Required<Limits>;
  readonly #queue = new FairQueue<Job>();
  readonly #underWay = new Map<number, number>();
  /** Counts by account what is waiting or under way. */
  readonly #present = new Map<string, number>();

  constructor({ atOnce, most = { user: 32, realm: 256 } }: Limits) {
    this.#limits = { atOnce, most };
  }

  /** @throws RATE_LIMIT_HIT when too many of that user or organization wait already */
  async run<T>(payer: Payer, work: () => Promise<T>): Promise<T> {
    const { realm, user } = this.#limits.most;
    const { realmId, userId } = payer;
    const accounts = [`${realmId}`, `${realmId}/${userId}`] as const;
    if (this.#count(accounts[0]) >= realm || this.#count(accounts[1]) >= user) throw tooMany();
    for (const account of accounts) addTo(this.#present, account, 1);
    try {
      await new Promise<void>((start) => {
        this.#queue.push({ payer, start });
        this.#startNext();
      });
      try {
        return await work();
      } finally {
        addTo(this.#underWay, realmId, -1);
        this.#startNext();
      }
    } finally {
      for (const account of accounts) addTo(this.#present, account, -1);
    }
  }

  #count(account: string): number {
    return this.#present.get(account) ?? 0;
  }

  #startNext(): void {
    const mayStart = (realmId: number) => (this.#underWay.get(realmId) ?? 0) < this.#limits.atOnce;
    for (let job = this.#queue.take(mayStart); job; job = this.#queue.take(mayStart)) {
      addTo(this.#underWay, job.payer.realmId, 1);
      job.start();
    }
  }
}

function addTo<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function tooMany(): AppError {
  return new AppError("RATE_LIMIT_HIT", "Too many large requests at once; try again later", {
    details: { "retry-after": 1 },
  });
}
