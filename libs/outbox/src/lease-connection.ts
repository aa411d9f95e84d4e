import { AsyncLocalStorage } from "node:async_hooks";

import { AppError } from "@team-chat/errors";
import { KeyedMutex } from "@team-chat/work";
import pg from "pg";

interface LeaseConnectionOptions {
  readonly url: string;
  readonly service: string;
  /** Longest wait of PostgreSQL for a statement or a lock, in ms. */
  readonly patienceMs: number;
  /** Runs on each new connection before it is used; when it rejects, the connection is given up. */
  readonly onConnected: (client: pg.Client) => Promise<void>;
  /** Called when a connection that was in use, and with it every lock, was lost. */
  readonly onLost: () => void;
  readonly onError: (error: unknown) => void;
}

/**
 * The connection whose session holds the locks of a process' leases. It is made when it is needed, and again after it
 * was lost. Its statements run one after the other, in the order of asking: `pg` will refuse others in its version 9.
 */
export class LeaseConnection {
  readonly #options: LeaseConnectionOptions;
  readonly #turns = new KeyedMutex();
  /** Whoever needs the connection may be in the middle of a transaction, of which connecting is no part. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #client: Promise<pg.Client> | undefined;
  /** The connection once it may be used. */
  #open: pg.Client | undefined;
  #closed = false;

  constructor(options: LeaseConnectionOptions) {
    this.#options = options;
  }

  /** Takes the lock of a realm unless another session has it; returns the session that has it now, else null. */
  tryLock(realmId: number): Promise<pg.Client | null> {
    return this.use(async (client) => {
      const { rows } = await client.query<{ locked: boolean }>(
        "select pg_try_advisory_lock(hashtext($1), $2) as locked",
        this.#keyOf(realmId),
      );
      return rows[0]?.locked === true ? client : null;
    });
  }

  async unlock(realmId: number): Promise<void> {
    const unlock = "select pg_advisory_unlock(hashtext($1), $2)";
    await this.use((client) => client.query(unlock, this.#keyOf(realmId)));
  }

  /** Tells whether the session still lasts, and with it the locks that it took. */
  lasts(session: pg.Client): boolean {
    return this.#open === session;
  }

  /** Runs statements on the connection when those who asked before are done. @throws when it cannot be made */
  async use<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    // Before the turn, so that all who wait for a server that cannot be reached hear of it at once.
    const client = await this.#connection();
    const done = await this.#turns.acquire(0);
    try {
      return await work(client);
    } finally {
      done();
    }
  }

  /** Gives the present connection up, and with it every lock. */
  drop(): void {
    this.#open?.end().catch(this.#options.onError);
  }

  /** Gives the connection up and makes none any more. */
  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  #keyOf(realmId: number): [string, number] {
    return [`lease ${this.#options.service}`, realmId];
  }

  #connection(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const connecting: Promise<pg.Client> = this.#connect(() => this.#forget(connecting));
    this.#client = connecting;
    return connecting;
  }

  /** Forgets a connection that is gone; tells whether it was the present one. */
  #forget(connection: Promise<pg.Client>): boolean {
    if (this.#client !== connection) return false;
    this.#client = undefined;
    return true;
  }

  async #connect(forget: () => boolean): Promise<pg.Client> {
    if (this.#closed) throw stopping();
    const { onConnected, onError, onLost, patienceMs, url } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      statement_timeout: patienceMs,
      lock_timeout: patienceMs,
      idle_in_transaction_session_timeout: patienceMs,
    });
    const lost = () => {
      const wasOpen = this.#open === client;
      if (wasOpen) this.#open = undefined;
      if (forget() && wasOpen) onLost();
    };
    client.on("error", (error) => {
      lost();
      if (!this.#closed) onError(error);
    });
    client.on("end", lost);
    try {
      await client.connect();
      await this.#outside(onConnected, client);
    } catch (error) {
      forget();
      client.end().catch(() => undefined);
      throw error;
    }
    this.#open = client;
    return client;
  }
}

/** Makes the refusal of what comes to a process that stops; another one will do it. */
function stopping(): AppError {
  const details = { "retry-after": 1 };
  return new AppError("SERVICE_UNAVAILABLE", "This process is stopping.", { details });
}
