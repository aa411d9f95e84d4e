// See docs/adr/0017-terms-of-writing.md.
import type { Layout } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import {
  bumpEpoch,
  epochMark,
  findTermRecord,
  lossMark,
  markLoss,
  type Nats,
  reserveTerm,
} from "@team-chat/nats";
import type pg from "pg";

import type { OutboxLog } from "../outbox-options.ts";
import type { OutboxRow } from "../rows.ts";
import { durabilityProblem } from "./durability.ts";
import { deleteBundles, findLostBundles, type LostBundle } from "./lost-bundles.ts";
import {
  insertTerm,
  type NewestRow,
  newestRows,
  readServerState,
  type ServerState,
  skipIds,
  whileAlone,
} from "./term-table.ts";

interface TermsOptions {
  readonly service: string;
  readonly nats: Nats;
  readonly layout: Layout;
  readonly log: OutboxLog;
  /** Lists the rows committed here that are not known to be in the stream. */
  readonly waiting: () => readonly OutboxRow[];
  /** Gives up rows that the database does not have any more. */
  readonly drop: (rows: readonly OutboxRow[]) => void;
}

/** Bundles and rows that a database has lost. */
interface Loss {
  /** Bundles that the stream has. */
  readonly bundles: readonly LostBundle[];
  /** Rows that this process has and nobody else. */
  readonly rows: readonly OutboxRow[];
  readonly newest: ReadonlyMap<number, NewestRow>;
}

/**
 * Terms of writing: whenever PostgreSQL is another server than before, or was started again, it is compared with the
 * stream before anything is written there. What the stream has and the database has not was lost, by a restore or by
 * the promotion of a replica that was behind.
 */
export class Terms {
  readonly #options: TermsOptions;
  /** The term that was proven here last; null before the first time. */
  #term: number | null = null;
  /** Mark of the losses that this process began after. */
  #lossMark = "";
  #durability: string | null = null;
  /** The newest term that was heard of. */
  #heard = 0;
  #isProving = false;

  constructor(options: TermsOptions) {
    this.#options = options;
  }

  /** Hears that a process has begun a term; tells whether the server has to be looked at again because of it. */
  hear(term: number): boolean {
    this.#heard = Math.max(this.#heard, term);
    return !this.#isProving && this.#term !== null && term > this.#term;
  }

  /**
   * Proves that the server at the end of a new connection has all that was ever published, or makes good that it has
   * not; afterwards it may be written on.
   * @throws SERVICE_UNAVAILABLE when it may not
   */
  async prove(client: pg.Client): Promise<void> {
    this.#isProving = true;
    try {
      await this.#prove(client);
    } catch (error) {
      // Whatever keeps the comparison from being made, nothing may be written before it was.
      throw error instanceof AppError
        ? error
        : mayNotWrite("The database cannot be compared with the stream.", error);
    } finally {
      this.#isProving = false;
    }
  }

  /** Says in the log, once, that a failover would lose what was acknowledged. */
  async reportDurability(client: pg.Client): Promise<void> {
    const problem = await durabilityProblem(client);
    if (problem !== null && problem !== this.#durability)
      this.#options.log.error({ service: this.#options.service }, problem);
    this.#durability = problem;
  }

  async #prove(client: pg.Client): Promise<void> {
    const state = await readServerState(client);
    if (state.isReplica) throw mayNotWrite("The database only follows another one.");
    const isFirst = this.#term === null;
    if (!isFirst && (await this.#isOutdated())) throw startsAnew();
    const isOpen = state.isCurrent && (await this.#isNewest(state));
    // Somebody has looked at this server since this process last did.
    const isProven = isOpen && (this.#term === null || state.term > this.#term);
    const loss = isOpen ? await this.#findLoss(client, { looksAtStream: !isProven }) : null;
    const term =
      loss !== null && loss.bundles.length + loss.rows.length === 0
        ? state.term
        : await this.#begin(client, state);
    this.#term = term;
    await this.reportDurability(client);
    // Before the first term nothing of the database is in memory.
    if (isFirst) this.#lossMark = await lossMark(this.#options.nats);
    else if (await this.#isOutdated()) throw startsAnew();
    if (this.#heard > term) throw mayNotWrite("Another term has begun meanwhile.");
  }

  /**
   * Tells whether nobody else writes on another server by now.
   * @throws SERVICE_UNAVAILABLE when this is the server of a term that has ended
   */
  async #isNewest({ server, term }: ServerState): Promise<boolean> {
    const { nats, service } = this.#options;
    const record = await findTermRecord(nats, service);
    if (record === null || record.term <= term) return true;
    // A process that ended before it had begun the term here is no reason to refuse.
    if (record.server === server) return false;
    throw mayNotWrite(
      `Term ${record.term} has begun on another database: this one, of term ${term}, is behind.`,
    );
  }

  /** Tells whether something was lost since this process began: what is in its memory may be of what was lost. */
  async #isOutdated(): Promise<boolean> {
    const mark = await lossMark(this.#options.nats);
    return mark !== "" && mark !== this.#lossMark;
  }

  async #findLoss(
    client: pg.Client,
    { looksAtStream }: { readonly looksAtStream: boolean },
  ): Promise<Loss> {
    const waiting = this.#options.waiting();
    if (!looksAtStream && waiting.length === 0) return { bundles: [], rows: [], newest: new Map() };
    const bundles = looksAtStream
      ? await findLostBundles(this.#options, () => newestRows(client))
      : [];
    const newest = await newestRows(client);
    const rows = waiting.filter(({ id, realmId }) => id > (newest.get(realmId)?.id ?? 0));
    return { bundles, rows, newest };
  }

  /** Begins a term on this server, unless somebody else did so meanwhile; returns the term that holds. */
  async #begin(client: pg.Client, before: ServerState): Promise<number> {
    const { log, nats, service } = this.#options;
    return whileAlone(client, service, async () => {
      const state = await readServerState(client);
      const isBegun = state.isCurrent && state.term !== before.term;
      const loss = await this.#findLoss(client, { looksAtStream: !isBegun });
      const lostBundles = loss.bundles.length + loss.rows.length;
      if (isBegun && lostBundles === 0) return state.term;
      if (lostBundles > 0) await this.#makeGood(client, { loss, state });
      const term = await reserveTerm(nats, service, { above: state.term, server: state.server });
      await insertTerm(client, { term, lostBundles });
      log.info({ service, term, lostBundles }, "a term of writing has begun");
      return term;
    });
  }

  /**
   * Makes the stream and the ids fit to a database that has lost something. Every step may be done twice; what shows
   * the loss is deleted last, so that whoever is interrupted leaves it to be found again.
   */
  async #makeGood(
    client: pg.Client,
    { loss, state }: { readonly loss: Loss; readonly state: ServerState },
  ): Promise<void> {
    const { drop, layout, nats, service } = this.#options;
    this.#reportLoss(loss, state);
    const since = new Date(Math.max(0, ...times(loss.newest)));
    const { server } = state;
    const left = (await findTermRecord(nats, service))?.server ?? "";
    // Losing something and staying the same server, as after the crash of one that does not sync, may happen again.
    await markLoss(nats, { server, left: state.isCurrent || left === server ? null : left });
    for (let partition = 0; partition < layout.streams; partition += 1) {
      const known = await epochMark(nats, partition);
      await bumpEpoch(nats, partition, { known, since });
    }
    await skipIds(client, stepOver(loss));
    drop(loss.rows);
    await deleteBundles(nats, loss.bundles);
  }

  #reportLoss({ bundles, newest, rows }: Loss, { term }: ServerState): void {
    const at = bundles.map(({ storedAt }) => storedAt.getTime());
    const details = {
      service: this.#options.service,
      term,
      lostBundles: bundles.length + rows.length,
      organizations: new Set([...bundles, ...rows].map(({ realmId }) => realmId)).size,
      databaseEndsAt: new Date(Math.max(0, ...times(newest))).toISOString(),
      ...(at.length === 0 ? {} : { lostUntil: new Date(Math.max(...at)).toISOString() }),
    };
    this.#options.log.error(
      details,
      "the database has lost what was committed: all event queues end, ids skip ahead, and every process starts anew",
    );
  }
}

function times(newest: Loss["newest"]): readonly number[] {
  return [...newest.values()].map(({ createdAt }) => createdAt.getTime());
}

const leastStep = 100_000;
/** Ids that one transaction may have taken of a sequence, generously. */
const idsOfBundle = 1000;

/**
 * Returns by how much ids must skip ahead to be above all that were given out: ids of the outbox count the lost
 * transactions, also those that the stream has forgotten.
 */
function stepOver({ bundles, newest, rows }: Loss): number {
  const highest = Math.max(0, ...[...bundles, ...rows].map(({ id }) => id));
  const kept = Math.max(0, ...[...newest.values()].map(({ id }) => id));
  return leastStep + idsOfBundle * Math.max(0, highest - kept);
}

function mayNotWrite(message: string, cause?: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", message, { details: { "retry-after": 1 }, cause });
}

function startsAnew(): AppError {
  return mayNotWrite("The database has lost something: this process starts anew.");
}
