import { RecentlyUsed } from "@team-chat/work";

/** Asks for the users who were connected since the moment in UNIX seconds. */
type Ask = (of: {
  readonly realmId: number;
  readonly since: number;
}) => Promise<{ readonly userIds: readonly number[] }>;

interface RecentUsersParts {
  readonly ask: Ask;
  /** The clock, in UNIX milliseconds. */
  readonly now: () => number;
}

interface Remembered {
  readonly at: number;
  readonly ids: Promise<ReadonlySet<number>>;
}

/**
 * Users are recent for 14 days after they were connected
 * (docs/behaviour/subscriptions.md#partial-lists-of-subscribers).
 */
const recentSeconds = 14 * 86_400;
/** Validity of an answer: somebody who comes back after 14 days becomes recent at most this much later. */
const validMs = 60_000;
const maxBytes = 32 * 1024 * 1024;
const bytesOf = (users: number) => 500 + 40 * users;

/** Recently active users by realm; the same object as long as they are the same, so that derived data can be kept. */
export class RecentUsers {
  readonly #parts: RecentUsersParts;
  readonly #known: RecentlyUsed<Remembered>;

  constructor(parts: RecentUsersParts) {
    this.#parts = parts;
    this.#known = new RecentlyUsed({ maxBytes, now: parts.now });
  }

  of(realmId: number): Promise<ReadonlySet<number>> {
    const known = this.#known.get(realmId);
    const now = this.#parts.now();
    if (known && now - known.at < validMs) return known.ids;
    const loading = { at: now, ids: this.#load(realmId, known?.ids) };
    this.#known.set(realmId, loading, bytesOf(0));
    loading.ids.then(
      ({ size }) => this.#known.set(realmId, loading, bytesOf(size)),
      () => this.#known.delete(realmId),
    );
    return loading.ids;
  }

  async #load(
    realmId: number,
    before: Promise<ReadonlySet<number>> | undefined,
  ): Promise<ReadonlySet<number>> {
    const { ask, now } = this.#parts;
    const since = Math.floor(now() / 1000) - recentSeconds;
    const { userIds } = await ask({ realmId, since });
    const known = await before?.catch(() => undefined);
    const isSame = known?.size === userIds.length && userIds.every((id) => known.has(id));
    return isSame ? known : new Set(userIds);
  }
}
