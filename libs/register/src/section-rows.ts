import type { sql } from "@team-chat/pg";
import { z } from "zod";

/** A part of a statement. */
export type Fragment = ReturnType<typeof sql.fragment>;

/** Users for whom one statement reads. */
export interface Readers {
  readonly realmId: number;
  /** Without those who have no account. */
  readonly userIds: readonly number[];
}

/** Readers as queries of sections name them. */
export interface Batch<Known = unknown> extends Readers {
  /** The ids, for `user_id = any(…)`. */
  readonly users: ReturnType<typeof sql.array>;
  /** Data of the organization that the service has in memory. */
  readonly known: Known;
}

/** One column of the statement: rows as a JSON array; null when nobody wanted them, or there are none. */
export interface Cell {
  readonly json: string | null;
}

/** Description of rows as the statement needs it. */
export interface RowSource<Known = never> {
  /** A query, which need not end in order unless the order is told. */
  readonly select: (batch: Batch<Known>) => Fragment;
  /** Named queries that `select` reads from, without `with`; one function for all that share them. */
  readonly with?: ((batch: Batch<Known>) => Fragment) | undefined;
  /** True if they follow from what is in memory, and are read once for each such object. */
  readonly followsMemory: boolean;
}

/** The rows that sections are made of; sections that need the same ones share the object. */
export class SectionRows<Row, Known = never> implements RowSource<Known> {
  readonly select: RowSource<Known>["select"];
  readonly with: RowSource<Known>["with"];
  readonly followsMemory: boolean;
  readonly #parse: (cell: Cell) => (userId: number | null) => readonly Row[];
  /** Each cell is parsed once for all of its readers. */
  readonly #parsed = new WeakMap<Cell, (userId: number | null) => readonly Row[]>();

  constructor(
    { followsMemory = false, select, with: queries }: RowsOptions<Known>,
    parse: (cell: Cell) => (userId: number | null) => readonly Row[],
  ) {
    this.select = select;
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

interface RowsOptions<Known> extends Pick<RowSource<Known>, "select" | "with"> {
  readonly followsMemory?: boolean;
}

/** Describes rows of one user each, which say whose they are. */
export function rowsOfUser<Row extends { readonly userId: number }, Known = unknown>({
  row,
  ...options
}: RowsOptions<Known> & { readonly row: z.ZodType<Row> }): SectionRows<Row, Known> {
  return new SectionRows(options, (cell) => {
    const byUser = Map.groupBy(parsed(row, cell), ({ userId }) => userId);
    return (userId) => (userId === null ? undefined : byUser.get(userId)) ?? [];
  });
}

/** Describes rows that are the same for everybody in the organization. */
export function rowsOfOrganization<Row, Known = unknown>({
  row,
  ...options
}: RowsOptions<Known> & { readonly row: z.ZodType<Row> }): SectionRows<Row, Known> {
  return new SectionRows(options, (cell) => {
    const rows = parsed(row, cell);
    return () => rows;
  });
}

function parsed<Row>(row: z.ZodType<Row>, { json }: Cell): readonly Row[] {
  return json === null ? [] : z.array(row).parse(JSON.parse(json));
}
