import { type Fragment, sql } from "@team-chat/pg";

/** A column of rows that come as text: the SQL that writes it, which is never null, and how it is read. */
interface Column<T> {
  readonly sql: Fragment;
  readonly read: (reader: TextReader) => T;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row with the values of its columns. */
export type RowOf<C> =
  C extends TextColumns<infer Listed>
    ? { readonly [Name in keyof Listed]: Listed[Name] extends Column<infer T> ? T : never }
    : never;

/** Makes a column of a whole number that is not negative. */
export function number(of: Fragment): Column<number> {
  return { sql: of, read: (reader) => reader.number() };
}

/** Makes a column of a positive whole number or null. */
export function numberOrNull(of: Fragment): Column<number | null> {
  return { sql: sql.fragment`coalesce(${of}, 0)`, read: (reader) => reader.number() || null };
}

/** Makes a column of a truth value. */
export function truth(of: Fragment): Column<boolean> {
  return { sql: sql.fragment`${of}::int`, read: (reader) => reader.number() === 1 };
}

/** Makes a column of a text without control characters, as numbers and JSON are. */
export function text(of: Fragment): Column<string> {
  return { sql: of, read: (reader) => reader.part() };
}

/** Makes a column of what the SQL writes as JSON. */
export function json<T>(of: Fragment): Column<T> {
  return { sql: of, read: (reader) => JSON.parse(reader.part()) as T };
}

/** Makes a column of what the SQL writes as JSON, or null. */
export function jsonOrNull<T>(of: Fragment): Column<T | null> {
  return {
    sql: sql.fragment`coalesce(${of}::text, 'null')`,
    read: (reader) => JSON.parse(reader.part()) as T | null,
  };
}

/** Characters between columns, in rows and in rows that are columns of others; no column has any of them. */
const marks = {
  row: { character: "\u0001", sql: sql.fragment`chr(1)` },
  inner: { character: "\u0002", sql: sql.fragment`chr(2)` },
} as const;

/**
 * Rows that the database writes as one text and this service reads, both by one list of columns. Taking rows apart
 * column by column in the driver costs more than finding them (docs/performance.md).
 */
export class TextColumns<C extends Columns> {
  /** One row as a text. */
  readonly text: Fragment;
  /** Goes between rows, in `string_agg`: each has the same number of columns, so they need no mark of their own. */
  readonly between: Fragment;
  readonly #columns: readonly (readonly [name: string, read: Column<unknown>["read"]])[];
  readonly #mark: string;

  constructor(columns: C, depth: keyof typeof marks = "row") {
    this.#mark = marks[depth].character;
    this.between = marks[depth].sql;
    this.#columns = Object.entries(columns).map(([name, { read }]) => [name, read]);
    const written = Object.values(columns).map((column) => column.sql);
    this.text = sql.fragment`concat_ws(${this.between}, ${sql.join(written, sql.fragment`, `)})`;
  }

  /** Reads one row. */
  row(written: string): RowOf<TextColumns<C>> {
    return this.#next(new TextReader(written, this.#mark));
  }

  /** Reads all rows; none from null, which `string_agg` is without any. */
  rows(written: string | null): RowOf<TextColumns<C>>[] {
    if (written === null) return [];
    const rows: RowOf<TextColumns<C>>[] = [];
    const reader = new TextReader(written, this.#mark);
    while (!reader.isAtEnd) rows.push(this.#next(reader));
    return rows;
  }

  #next(reader: TextReader): RowOf<TextColumns<C>> {
    const row: Record<string, unknown> = {};
    for (const [name, read] of this.#columns) row[name] = read(reader);
    // The names and the types of what is read are those of the columns.
    return row as RowOf<TextColumns<C>>;
  }
}

const [zero, nine] = [48, 57];

/**
 * Reads a text from its beginning to its end; splitting it into texts that become numbers takes several times as long.
 */
class TextReader {
  readonly #text: string;
  readonly #mark: string;
  #at = 0;

  constructor(written: string, mark: string) {
    this.#text = written;
    this.#mark = mark;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads a whole number, and the mark that ends it. */
  number(): number {
    let value = 0;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      this.#at += 1;
      // Not a number behind the end.
      if (!(code >= zero && code <= nine)) return value;
      value = value * 10 + (code - zero);
    }
  }

  /** Reads what is before the next mark, and that mark. */
  part(): string {
    const start = this.#at;
    const mark = this.#text.indexOf(this.#mark, start);
    const end = mark === -1 ? this.#text.length : mark;
    this.#at = end + 1;
    return this.#text.slice(start, end);
  }
}
