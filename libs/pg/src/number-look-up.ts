import pg from "pg";

import { type Found, LookUpRound } from "./look-up-round.ts";

interface LookUpOptions {
  readonly url: string;
  /** A statement with one parameter, `$1::int8`, that finds at most one row with one number. */
  readonly text: string;
  /** Told of every failure; those who ask hear of it, too. */
  readonly onError: (error: Error) => void;
}

/** A statement that takes longer than this is on a connection that is as good as lost. */
const patienceMs = 5000;

/**
 * Looks up numbers by numbers for what is asked hundreds of times a second, where nearly everything that a pool and a query of any form do would be for
 * nothing: one prepared statement on a connection of its own. Those who come while others are waiting are asked for after that, all together, so
 * everybody gets what was so after they asked.
 */
export class NumberLookUp implements AsyncDisposable {
  readonly #options: LookUpOptions;
  #client: pg.Client | undefined;
  #waiting: { readonly key: number; readonly found: Found }[] = [];
  /** Of those who are being asked for. */
  #beganAt: number | undefined;
  #closed = false;

  constructor(options: LookUpOptions) {
    this.#options = options;
  }

  ask(key: number, found: Found): void {
    this.#waiting.push({ key, found });
    if (this.#beganAt === undefined) this.#begin();
    else if (performance.now() - this.#beganAt > patienceMs)
      this.#client?.connection.stream.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }

  #begin(): void {
    const asks = this.#waiting;
    this.#waiting = [];
    this.#beganAt = performance.now();
    const isNew = this.#client === undefined;
    const client = (this.#client ??= this.#open());
    const round = new LookUpRound(asks, {
      prepare: isNew ? this.#options.text : undefined,
      over: (error) => this.#end(client, error),
    });
    client.query(round);
    if (isNew) client.connect().catch((error: Error) => round.handleError(error));
  }

  #end(client: pg.Client, error: Error | undefined): void {
    this.#beganAt = undefined;
    if (error) this.#lose(client, error);
    if (this.#waiting.length > 0) this.#begin();
  }

  #open(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#options.url,
      keepAlive: true,
      statement_timeout: patienceMs,
    });
    client.on("error", (error) => this.#lose(client, error));
    return client;
  }

  /** Nothing is asked on this connection any more. */
  #lose(client: pg.Client, error: Error): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (this.#closed) return;
    this.#options.onError(error);
    client.end().catch(() => undefined);
  }
}
