import { currentWork, type GaveUpReason } from "@team-chat/work";
import type pg from "pg";

import { cancelStatement } from "./cancel-statement.ts";
import { gaveUp } from "./gave-up.ts";
import { sqlStateOf } from "./sql-state.ts";

/** Cancelled, by us or by `statement_timeout`; waited too long for a lock. */
const stopped = new Set(["57014", "55P03"]);

/** Time after which a cancelled statement that goes on shows that its connection is lost. */
const patienceMs = 5000;

/**
 * Runs one statement, and cancels it when it takes longer than `requestMs` for a request, or when nobody waits for the
 * request any more. Settles when nothing that was sent to cancel it can reach the connection's next statement; until
 * then nobody else may use the connection.
 * @throws GaveUp when the server stopped it: nothing of it was committed
 */
export async function runBounded<T>(
  client: pg.Client,
  requestMs: number,
  run: () => Promise<T>,
): Promise<T> {
  const work = currentWork();
  if (work === undefined) return run();
  const signal = work.signal?.();
  if (signal?.aborted === true) throw gaveUp(work, "gone");
  const interruption = new Interruption(client);
  const onGone = () => interruption.begin("gone");
  signal?.addEventListener("abort", onGone, { once: true });
  const timer = setTimeout(() => interruption.begin("late"), requestMs);
  try {
    return await run();
  } catch (error) {
    if (!stopped.has(sqlStateOf(error) ?? "")) throw error;
    throw gaveUp(work, interruption.reason ?? "late", error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onGone);
    await interruption.end();
  }
}

/** The cancelling of what runs on a connection, at most once. */
class Interruption {
  readonly #client: pg.Client;
  reason: GaveUpReason | undefined;
  #over: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  begin(reason: GaveUpReason): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.#timer = setTimeout(() => this.#cut(), patienceMs);
    // Without an answer to the request, it may still arrive: then nobody may use the connection any more.
    this.#over = cancelStatement(this.#client).catch(() => this.#cut());
  }

  /** Resolves when the statement is over. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#over;
  }

  #cut(): void {
    this.#client.connection.stream.destroy();
  }
}
