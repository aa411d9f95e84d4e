import type pg from "pg";

/** A row with its columns as Postgres writes them. */
export type TextRow = Readonly<Record<string, string | null>>;

/** A parameter; lists have become texts before. */
type Value = string | number | boolean | null;

export interface Statement {
  /** Under which connections keep it; empty when they do not. */
  readonly name: string;
  readonly text: string;
  /** Their names, once they were told. */
  columns: readonly string[] | null;
}

interface Field {
  readonly name: string;
}

/**
 * Names of statements that connections keep. A connection on which something failed is not used again, so what was sent
 * to it was prepared.
 */
const preparedOn = new WeakMap<pg.Connection, Set<string>>();

/** One run of a prepared statement: what `pg` runs as a query of a class of its own. */
export class PreparedRun implements pg.Submittable {
  /** @throws what the server says, or what broke the connection */
  readonly rows: Promise<readonly TextRow[]>;
  readonly #statement: Statement;
  readonly #values: readonly Value[];
  readonly #found: TextRow[] = [];
  readonly #resolve: (rows: readonly TextRow[]) => void;
  readonly #reject: (error: Error) => void;

  constructor(statement: Statement, values: readonly Value[]) {
    this.#statement = statement;
    this.#values = values;
    const { promise, resolve, reject } = Promise.withResolvers<readonly TextRow[]>();
    this.rows = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    const { columns, name, text } = this.#statement;
    const { stream } = connection;
    // All messages leave in one write.
    stream.cork();
    try {
      if (!isPrepared(connection, name)) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: this.#values.map(textOf) }, true);
      if (columns === null) connection.describe({ type: "P" }, true);
      connection.execute({}, true);
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#statement.columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#statement.columns ?? [];
    const row: Record<string, string | null> = {};
    for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ""] = fields[at] ?? null;
    this.#found.push(row);
  }

  handleCommandComplete(): void {
    // The rows are given when the connection is free again.
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#found);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

function isPrepared(connection: pg.Connection, name: string): boolean {
  if (name === "") return false;
  const names = preparedOn.get(connection);
  if (names?.has(name) === true) return true;
  preparedOn.set(connection, (names ?? new Set()).add(name));
  return false;
}

function textOf(value: Value): string | null {
  return value === null ? null : String(value);
}
