import { sql } from "slonik";
import { z } from "zod";

import type { Database, Transaction } from "./database.ts";
import type { Fragment } from "./fragment.ts";
import { holdTransaction, takeName } from "./hold-name.ts";

/** Types of the columns of keys. */
const casts = {
  int8: (value: string) => sql.fragment`${value}::int8`,
  text: (value: string) => sql.fragment`${value}::text`,
  boolean: (value: string) => sql.fragment`${value}::boolean`,
  bytea: (value: string) => sql.fragment`${value}::bytea`,
} as const;

/** People whose private data an export has, and channels, when it does not have everything. */
export interface ExportPart {
  /** People who consent. */
  readonly people: readonly number[];
  /** Channels that everybody may read. */
  readonly channels: readonly number[];
}

/** A kind of thing that exports have: columns of a table, as one line of JSON for each row. */
export interface ExportedTable {
  readonly kind: string;
  readonly table: string;
  /** Columns of the primary key behind the realm's, in their order. */
  readonly key: Readonly<Record<string, keyof typeof casts>>;
  readonly fields: readonly string[];
  /** Columns of bytes, which are written as base64. */
  readonly pictures?: readonly string[];
  /** Condition on rows of `t` in exports of a part; without it they have all rows. */
  readonly partly?: (part: ExportPart) => Fragment;
  /** Condition on rows of `t` that are of one person; without it exports of people do not have the kind. */
  readonly ofPerson?: (userId: number) => Fragment;
  /** Fields that are no columns, of a kind that only exports of people have. */
  readonly made?: Readonly<Record<string, (userId: number) => Fragment>>;
}

interface ExportQuestion {
  readonly realmId: number;
  /** Name that `holdSnapshot` gave. */
  readonly snapshot: string;
  /** End of the page before; null for the first. */
  readonly after: readonly string[] | null;
  /** Null for everything. */
  readonly part: ExportPart | null;
}

interface PersonQuestion extends Omit<ExportQuestion, "part"> {
  readonly userId: number;
}

/** Rows in the order of their key. */
export interface ExportedPage {
  /** Lines of JSON, each with its end. */
  readonly bytes: readonly Uint8Array[];
  readonly rows: number;
  /** Place behind which the next page begins; null when there is none. */
  readonly next: readonly string[] | null;
}

/** Of a page: few enough that neither the database nor a process notices one, however long messages are. */
const rowsAtOnce = 200;
/** Of a page with pictures, which have some MiB. */
const picturesAtOnce = 4;

const comma = sql.fragment`, `;
const line = z.object({ line: z.string(), place: z.array(z.string()) });

/** Reads one page of a kind of thing as it was in a snapshot. @throws Error when nobody holds the snapshot any more */
export async function readExportedPage(
  db: Database,
  exported: ExportedTable,
  { part, ...question }: ExportQuestion,
): Promise<ExportedPage> {
  const isMeant = part === null ? undefined : exported.partly?.(part);
  return readPage(db, exported, { ...question, isMeant, fields: shownFields(exported) });
}

/** Reads one page of what is a person's, as `readExportedPage` does. */
export async function readPersonPage(
  db: Database,
  exported: ExportedTable,
  { userId, ...question }: PersonQuestion,
): Promise<ExportedPage> {
  if (exported.ofPerson === undefined)
    throw new Error(`Exports of people have no kind ${exported.kind}.`);
  const made = Object.entries(exported.made ?? {}).map(
    ([name, of]) => sql.fragment`${of(userId)} as ${sql.identifier([name])}`,
  );
  const fields = [...shownFields(exported), ...made];
  return readPage(db, exported, { ...question, isMeant: exported.ofPerson(userId), fields });
}

interface Asked extends Omit<ExportQuestion, "part"> {
  readonly isMeant: Fragment | undefined;
  readonly fields: readonly Fragment[];
}

async function readPage(
  db: Database,
  exported: ExportedTable,
  { after, fields, isMeant, realmId, snapshot }: Asked,
): Promise<ExportedPage> {
  const limit = exported.pictures === undefined ? rowsAtOnce : picturesAtOnce;
  const keys = sql.join(keyOf(exported), comma);
  const places = keyOf(exported).map((column) => sql.fragment`${column}::text`);
  const conditions = [
    sql.fragment`t.realm_id = ${realmId}`,
    ...(after === null ? [] : [isBehind(exported, after)]),
    ...(isMeant === undefined ? [] : [isMeant]),
  ];
  const rows = await inHeldSnapshot(db, snapshot, (tx) =>
    tx.any(sql.type(line)`
      select row_to_json(shown)::text as line, array[${sql.join(places, comma)}] as place
      from (
        select t.* from ${sql.identifier([exported.table])} t
        where ${sql.join(conditions, sql.fragment` and `)}
        order by ${keys} limit ${limit}
      ) t cross join lateral (select ${sql.join(fields, comma)}) shown
      order by ${keys}`),
  );
  const next = rows.length < limit ? null : (rows.at(-1)?.place ?? null);
  const bytes = rows.map((row) => Buffer.from(`${row.line}\n`));
  return { bytes, rows: rows.length, next };
}

function shownFields({ fields, pictures = [] }: ExportedTable): readonly Fragment[] {
  const shown = fields.map((name) => sql.fragment`${sql.identifier(["t", name])}`);
  const encoded = pictures.map((name) => {
    const column = sql.identifier(["t", name]);
    return sql.fragment`translate(encode(${column}, 'base64'), ${"\n"}, '') as ${sql.identifier([name])}`;
  });
  return [...shown, ...encoded];
}

/** Columns of the primary key, the realm's first. */
function keyOf({ key }: ExportedTable): readonly Fragment[] {
  return ["realm_id", ...Object.keys(key)].map(
    (name) => sql.fragment`${sql.identifier(["t", name])}`,
  );
}

function isBehind(exported: ExportedTable, after: readonly string[]): Fragment {
  const types = ["int8", ...Object.values(exported.key)] as const;
  const values = types.map((type, index) => casts[type](after[index] ?? ""));
  return sql.fragment`(${sql.join(keyOf(exported), comma)}) > (${sql.join(values, comma)})`;
}

/** Identifiers that `pg_export_snapshot` gives. */
const snapshotForm = /^[0-9A-F]+(-[0-9A-F]+)*$/;

/** Reads what was committed when a snapshot was taken. @throws Error when nobody holds it any more */
export function inHeldSnapshot<T>(
  db: Database,
  snapshot: string,
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (!snapshotForm.test(snapshot)) throw new RangeError("That is no snapshot.");
  return db.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
    await tx.query(sql.unsafe`set transaction snapshot ${sql.literalValue(snapshot)}`);
    return read(tx);
  });
}

/** A moment of the database. */
export interface HeldSnapshot {
  /** By which every service whose tables are in the same database reads as of that moment. */
  readonly id: string;
  readonly takenAt: Date;
}

/**
 * Holds a moment of the database, on one connection, as long as `use` runs; and a name that only one may have at a
 * time, whose holder may die at any moment. Returns null without running it when another has the name.
 */
export function holdSnapshot<T>(
  db: Database,
  name: string,
  use: (snapshot: HeldSnapshot) => Promise<T>,
): Promise<T | null> {
  return holdTransaction(db, (tx) => takeSnapshot(tx, name), use);
}

const taken = z.object({ id: z.string(), takenAt: z.number() });

async function takeSnapshot(tx: Transaction, name: string): Promise<HeldSnapshot | null> {
  await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
  if (!(await takeName(tx, name))) return null;
  const { id, takenAt } = await tx.one(sql.type(taken)`
    select pg_export_snapshot() as id, (extract(epoch from clock_timestamp()) * 1000)::int8 as "takenAt"`);
  return { id, takenAt: new Date(takenAt) };
}
