import type { Fragment } from "@team-chat/pg";
import { z } from "zod";

/** Users for whom one statement reads. */
export interface Readers {
  readonly realmId: number;
  /** Without those who have no account. */
  readonly userIds: readonly number[];
}

/** Readers with what is known of their organization. */
export interface Batch<Known> extends Readers {
  /** Data of the organization that the service has in memory. */
  readonly known: Known;
}

/** Chooses numbers that a query needs of a batch besides its readers. */
export type BatchNumbers<Known> = (batch: Batch<Known>) => readonly number[];

/** The values of a batch as queries name them: columns of the row `batch`, which the statement is given. */
export interface BatchColumns {
  readonly realmId: Fragment;
  /** The ids, for `user_id = any(…)`. */
  readonly users: Fragment;
  /** Numbers of this batch, of type `int8[]`. */
  readonly numbers: Fragment;
}

/** One column of the statement: rows as a JSON array; null when nobody wanted them, or there are none. */
export interface Cell {
  readonly json: string | null;
}

/** Description of rows as the statement needs it. */
export interface RowSource<Known = never> {
  /** Makes the query, once for all batches; it need not end in order unless the order is told. */
  readonly select: (batch: BatchColumns) => Fragment;
  readonly numbers?: BatchNumbers<Known>;
  /** Named queries that `select` reads from, without `with`; one object for all that share them. */
  readonly with?: Fragment | undefined;
  /** True if they follow from what is in memory, and are read once for each such object. */
  readonly followsMemory: boolean;
}

/** The rows that sections are made of; sections that need the same ones share the object. */
export class SectionRows<Row, Known = never> implements RowSource<Known> {
  readonly select: RowSource<Known>["select"];
  readonly numbers?: BatchNumbers<Known>;
  readonly with: RowSource<Known>["with"];
  readonly followsMemory: boolean;
  readonly #parse: (cell: Cell) => (userId: number | null) => readonly Row[];
  /** Each cell is parsed once for all of its readers. */
  readonly #parsed = new WeakMap<Cell, (userId: number | null) => readonly Row[]>();

  constructor(
    { followsMemory = false, numbers, select, with: queries }: RowsOptions<Known>,
    parse: (cell: Cell) => (userId: number | null) => readonly Row[],
  ) {
    this.select = select;
    if (numbers !== undefined) this.numbers = numbers;
    this.with = queries;
    this.followsMemory = followsMemory;
    this.#parse = parse;
  }

  /** Tells whether these rows were read. */
  isIn(cells: Cells): boolean {
    return cells.has(this);
  }

  /** The rows for one reader. The list of rows that are everybody's is the same object for all. */
  in(cells: Cells, userId: number | null): readonly Row[] {
    const cell = cells.get(this);
    if (cell === undefined) throw new Error("These rows were not read.");
    let rowsOf = this.#parsed.get(cell);
    if (rowsOf === undefined) {
      rowsOf = this.#parse(cell);
      this.#parsed.set(cell, rowsOf);
    }
    return rowsOf(userId);
  }
}

/** Columns that one statement read, by their rows. */
export type Cells = ReadonlyMap<object, Cell>;

interface RowsOptions<Known> extends Pick<RowSource<Known>, "numbers" | "select" | "with"> {
  readonly followsMemory?: boolean;
}

/** Describes rows of one user each, which say whose they are. */
export function rowsOfUser<Row extends { readonly userId: number }, Known = unknown>({
  row,
  ...options
}: RowsOptions<Known> & { readonly row: z.ZodType<Row> }): SectionRows<Row, Known> {
  const list = z.array(row);
  return new SectionRows(options, (cell) => {
    const byUser = Map.groupBy(parsed(list, cell), ({ userId }) => userId);
    return (userId) => (userId === null ? undefined : byUser.get(userId)) ?? [];
  });
}

/** Describes rows that are the same for everybody in the organization. */
export function rowsOfOrganization<Row, Known = unknown>({
  row,
  ...options
}: RowsOptions<Known> & { readonly row: z.ZodType<Row> }): SectionRows<Row, Known> {
  const list = z.array(row);
  return new SectionRows(options, (cell) => {
    const rows = parsed(list, cell);
    return () => rows;
  });
}

function parsed<Row>(list: z.ZodType<Row[]>, { json }: Cell): readonly Row[] {
  return json === null ? [] : list.parse(JSON.parse(json));
}
