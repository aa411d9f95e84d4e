// See docs/architecture.md, section 4, and docs/adr/0011-follow-ups-before-the-answer.md.
import type { DomainEvent } from "@team-chat/contract";

/**
 * Carries out what follows from a change elsewhere, or from one here that came first. Each has a second way to learn of
 * the events, a durable consumer of the stream or a row that was written with them, by which it does later what was
 * left undone.
 */
export interface Follower {
  /** Tells whether something may follow from the event. Must not throw: the event is committed. */
  readonly concerns: (event: DomainEvent, realmId: number) => boolean;
  /**
   * Resolves when all that follows is committed, and its own events are in the stream. Does no harm when it was done
   * before.
   */
  readonly follow: (realmId: number, events: readonly DomainEvent[]) => Promise<unknown>;
}

interface FollowersOptions {
  /** Resolves when what was committed for the realm is in the stream: an effect is told after its cause. */
  readonly published: (realmId: number) => Promise<void>;
  /** Called for every error from which the work recovers. */
  readonly onError: (error: unknown) => void;
}

/** The change was made: whoever asked for it does not wait longer than this for somebody who is down. */
const patienceMs = 3000;

/** Has done, before a change is answered, what follows from it (docs/adr/0011-follow-ups-before-the-answer.md). */
export class Followers {
  readonly #options: FollowersOptions;
  readonly #followers: Follower[] = [];

  constructor(options: FollowersOptions) {
    this.#options = options;
  }

  add(follower: Follower): void {
    this.#followers.push(follower);
  }

  /** Has one follower after the other do what follows from the events. Never rejects. */
  async followEvents(realmId: number, events: readonly DomainEvent[]): Promise<void> {
    for (const follower of this.#followers) {
      const concerned = events.filter((event) => follower.concerns(event, realmId));
      if (concerned.length > 0)
        await this.follow(realmId, () => follower.follow(realmId, concerned));
    }
  }

  /**
   * Has done what follows from something that was committed other than by a transaction of the outbox, which does so by
   * itself, once that is in the stream. Never rejects, and waits for three seconds at most: what failed must be done
   * again by other means.
   */
  async follow(realmId: number, run: () => Promise<unknown>): Promise<void> {
    const { onError, published } = this.#options;
    const following = published(realmId).then(run).catch(onError);
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, patienceMs);
    await Promise.race([following, patience]);
    clearTimeout(timer);
  }
}
