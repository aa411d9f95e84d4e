import { once } from "node:events";

import type { StreamPosition } from "./stream-position.ts";

/** Whoever does not want to wait for events waits at most so long for those that are there already. */
const catchUpMs = 1000;

/** Tells how far a reader has come in its partition, and lets others wait until it has come further. */
export class ReaderProgress {
  readonly #position: StreamPosition;
  readonly #onError: (error: unknown) => void;
  #isFollowing = false;
  /** Resolves with the next step; nobody waits for it when it is undefined. */
  #next: PromiseWithResolvers<void> | undefined;

  constructor(position: StreamPosition, onError: (error: unknown) => void) {
    this.#position = position;
    this.#onError = onError;
  }

  /** Sequence of the newest message seen. */
  get head(): number {
    return this.#position.head;
  }

  /** Epoch of the stream that `head` counts in; empty until the stream was first reached. */
  get epoch(): string {
    return this.#position.epoch;
  }

  /** True while the stream is followed. */
  get ready(): boolean {
    return this.#isFollowing;
  }

  /** Notes whether the stream is followed. */
  set ready(isFollowing: boolean) {
    this.#isFollowing = isFollowing;
  }

  /** Has those who wait look again, after each step of the reader. */
  announce(): void {
    this.#next?.resolve();
    this.#next = undefined;
  }

  /** Resolves when the stream is followed, at once if it is. */
  async whenReady(): Promise<void> {
    while (!this.ready) await this.#step();
  }

  /** Resolves when `epoch` is known, at once if it is. */
  async whenLocated(): Promise<void> {
    while (this.epoch === "") await this.#step();
  }

  /**
   * Resolves when everything has been seen that the stream holds now, and otherwise after a second: it may be out of
   * reach.
   */
  async whenCaughtUp(): Promise<void> {
    const tooLate = AbortSignal.timeout(catchUpMs);
    const end = once(tooLate, "abort");
    try {
      const last = await this.#position.findEnd();
      while (this.head < last && !tooLate.aborted) await Promise.race([this.#step(), end]);
    } catch (error) {
      this.#onError(error);
    }
  }

  /**
   * Tells whether the stream holds the sequence by now, which this process need not have seen.
   * @throws while it cannot be asked
   */
  async isStored(sequence: number): Promise<boolean> {
    return sequence <= this.head || sequence <= (await this.#position.findEnd());
  }

  /** Counts what the stream holds beyond `head`. @throws while it cannot be asked */
  async countUnread(): Promise<number> {
    return Math.max(0, (await this.#position.findEnd()) - this.head);
  }

  #step(): Promise<void> {
    this.#next ??= Promise.withResolvers<void>();
    return this.#next.promise;
  }
}
