/**
 * Times that detect a dead peer, in ms: each end sends something at least every `beatMs`, and is given up after
 * `silenceMs` of silence.
 */
export interface Heartbeat {
  readonly beatMs: number;
  readonly silenceMs: number;
}

/**
 * For requests. A process that ends, however it ends, closes its connections; the beats are for machines and networks
 * that go away without a word. An event loop that is busy for seconds under load is not dead, and most of what it was
 * asked cannot be asked again.
 */
export const requestHeartbeat: Heartbeat = { beatMs: 2000, silenceMs: 15_000 };

/** For long polls, which can be asked again anywhere: notices a dead peer within two seconds. */
export const pollHeartbeat: Heartbeat = { beatMs: 500, silenceMs: 1500 };

interface Watched {
  /** Sends something. */
  beat(): void;
  /** Longest silence that is allowed now, in ms. */
  patienceMs(): number;
  dead(): void;
}

/** Beats, and notices when nothing was heard for too long. */
export class HeartbeatWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #heardAt = performance.now();
  #checkedAt = performance.now();

  constructor({ beatMs }: Heartbeat, watched: Watched) {
    this.#timer = setInterval(() => this.#check(beatMs, watched), beatMs);
  }

  /** Notes that something came. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #check(beatMs: number, watched: Watched): void {
    const now = performance.now();
    // A process that was stopped has not listened: what the peer sent meanwhile is still to be read.
    if (now - this.#checkedAt > 2 * beatMs) this.#heardAt = now;
    this.#checkedAt = now;
    if (now - this.#heardAt > watched.patienceMs()) watched.dead();
    else watched.beat();
  }
}
