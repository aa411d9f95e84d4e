import pg from "pg";

interface GuardSettings {
  /** Of a role whose schema holds the tables and the outbox. */
  readonly url: string;
  /** Tables that are not looked at, because what changes them cannot be told from a request. */
  readonly except?: readonly string[];
  /**
   * Tables that are also changed by what is caught up on before any request, or done when nobody asks. When one of them
   * changed, the refused request is made again: what it does itself it does every time.
   */
  readonly following?: readonly string[];
  /** Tells whether the operation did a part of its work before it failed. */
  readonly isPartial?: (error: unknown) => boolean;
}

/** Number of attempts at a refused request until one runs while nothing else happens. */
const attempts = 5;

/** A refused request left something behind. */
class Trace extends Error {}

interface Comparing<T> {
  readonly request: () => Promise<T>;
  readonly isRefused: (answer: T) => boolean;
  /** This attempt included. */
  readonly left: number;
}

/** A checksum of the rows of each table. */
type State = Readonly<Record<string, string>>;

interface Changes {
  /** Error or answer that the request was refused with. */
  readonly cause: unknown;
  /** Tables that it changed. */
  readonly changed: readonly string[];
}

/**
 * Asks which transactions have ended. While these are the same nobody has committed anything, and the tables need not
 * be read: that takes longer than most refused requests.
 */
const endedQuery = { name: "ended", text: "select pg_current_snapshot()::text as ended" };

/**
 * Begins to see the database as it is now. What was there before is then read only after requests that were refused:
 * to compute it before each request would take longer than most requests.
 */
const beginLook = `begin isolation level repeatable read, read only; ${endedQuery.text}`;

const listTables = `
  select table_name as name from information_schema.tables
  where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> all($1)
    and (select not relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
  order by 1`;

/**
 * Builds the query for everything that is stored, of all organizations, and how many bundles of events were made of it:
 * of the outbox only the newest number counts, because its rows are taken away when they were sent.
 */
function stateQuery(tables: readonly string[]): string {
  const checksums = tables
    .map((name) => pg.escapeIdentifier(name))
    .map(
      (name) =>
        `(select coalesce(sum(hashtextextended(t::text, 0)), 0) from ${name} t)::text as ${name}`,
    );
  return `select ${["(select coalesce(max(id), 0) from outbox)::text as outbox", ...checksums].join(", ")}`;
}

interface Parts {
  readonly client: WatchingClient;
  readonly present: WatchingClient;
  readonly settings: GuardSettings;
  readonly tables: readonly string[];
}

/** A connection whose statements are no part of what is tested. */
export class WatchingClient extends pg.Client {}

/** Shows of every refused request of a test that it left everything as it was, and that nobody is told of anything. */
export class RefusalGuard implements AsyncDisposable {
  readonly #client: WatchingClient;
  /** A connection that looks at nothing for longer than a statement. */
  readonly #present: WatchingClient;
  readonly #settings: GuardSettings;
  readonly #query: string;
  #running = 0;
  #begun = 0;

  private constructor({ client, present, settings, tables }: Parts) {
    this.#client = client;
    this.#present = present;
    this.#settings = settings;
    this.#query = stateQuery(tables);
  }

  static async open(settings: GuardSettings): Promise<RefusalGuard> {
    const client = new WatchingClient(settings.url);
    const present = new WatchingClient(settings.url);
    await Promise.all([client.connect(), present.connect()]);
    // A service may begin its term of writing meanwhile.
    const except = ["outbox", "outbox_term", ...(settings.except ?? [])];
    const { rows } = await client.query<{ name: string }>(listTables, [except]);
    const tables = rows.map(({ name }) => name);
    return new RefusalGuard({ client, present, settings, tables });
  }

  /**
   * Runs a request; the state is compared when it ran alone.
   * @throws what the request throws, or that it changed something although it was refused
   */
  async watch<T>(request: () => Promise<T>, isRefused: (answer: T) => boolean): Promise<T> {
    const isAlone = this.#running === 0;
    this.#running += 1;
    this.#begun += 1;
    try {
      return isAlone
        ? await this.#compare({ isRefused, left: attempts, request })
        : await request();
    } finally {
      this.#running -= 1;
    }
  }

  async #compare<T>(comparing: Comparing<T>): Promise<T> {
    const begun = this.#begun;
    const ended = await this.#look();
    const [outcome] = await Promise.allSettled([comparing.request()]);
    const isError = outcome.status === "rejected";
    const cause: unknown = isError ? outcome.reason : outcome.value;
    const isWhole = begun === this.#begun && this.#settings.isPartial?.(cause) !== true;
    const isJudged = isWhole && (isError || comparing.isRefused(outcome.value));
    const changed = isJudged && ended !== (await this.#ended()) ? await this.#changes() : [];
    await this.#client.query("commit");
    if (changed.length > 0) await this.#checkAgain(comparing, { cause, changed });
    if (isError) throw outcome.reason;
    return outcome.value;
  }

  /** Makes the request again, unless it is known by now that it changed something itself. @throws Trace when it did */
  async #checkAgain<T>(comparing: Comparing<T>, { cause, changed }: Changes): Promise<void> {
    const { following = [] } = this.#settings;
    if (comparing.left === 1 || !changed.some((table) => following.includes(table)))
      throw new Trace(`A refused request changed ${changed.join(", ")}.`, { cause });
    const again = this.#compare({ ...comparing, left: comparing.left - 1 });
    const outcome = await again.catch((error: unknown) => error);
    if (outcome instanceof Trace) throw outcome;
  }

  /** Ends the look at what was there before, and lists the tables that are different now. */
  async #changes(): Promise<readonly string[]> {
    const before = await this.#state();
    await this.#client.query("commit and chain");
    const after = await this.#state();
    return Object.keys(before).filter((table) => before[table] !== after[table]);
  }

  /** Begins to see the database as it is now, and returns which transactions have ended. */
  async #look(): Promise<string | undefined> {
    // An answer to each of the two statements.
    const answers: unknown = await this.#client.query(beginLook);
    const [, { rows }] = answers as readonly [unknown, pg.QueryResult<{ ended: string }>];
    return rows[0]?.ended;
  }

  async #ended(): Promise<string | undefined> {
    const { rows } = await this.#present.query<{ ended: string }>(endedQuery);
    return rows[0]?.ended;
  }

  async #state(): Promise<State> {
    const { rows } = await this.#client.query<State>({ name: "state", text: this.#query });
    return rows[0] ?? {};
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#client.end(), this.#present.end()]);
  }
}
