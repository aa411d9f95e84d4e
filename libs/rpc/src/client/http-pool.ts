import type { Pool } from "undici";

type PoolOptions = ConstructorParameters<typeof Pool>[1];

/**
 * HTTP connections to one process. The package that makes them is loaded with the first request that needs them: most
 * processes never send one, and a process that starts would load for longer than it takes to send a message.
 */
export class HttpPool {
  readonly #origin: string;
  readonly #options: PoolOptions;
  #opened: Promise<Pool> | undefined;

  constructor(origin: string, options: PoolOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  open(): Promise<Pool> {
    return (this.#opened ??= this.#load());
  }

  /** Takes no further requests and lets those under way finish. */
  async close(): Promise<void> {
    const pool = await this.#opened;
    await pool?.close();
  }

  /** Cuts requests under way. */
  async destroy(): Promise<void> {
    const pool = await this.#opened;
    await pool?.destroy();
  }

  async #load(): Promise<Pool> {
    const { Pool: Loaded } = await import("undici");
    return new Loaded(this.#origin, this.#options);
  }
}
