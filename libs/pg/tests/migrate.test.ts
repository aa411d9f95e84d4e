import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";

import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { beside, Notes } from "./notes.ts";

const rows = 1000;
const start = `
  create table note (realm_id bigint, id bigint, text text not null, touched int not null default 0, primary key (realm_id, id));
  insert into note select id % 3, id, 'note ' || id from generate_series(1, ${rows}) id;`;

let notes: Notes;

beforeAll(async () => {
  notes = await Notes.open();
});
afterAll(() => notes[Symbol.asyncDispose]());
beforeEach(() => notes.begin(start));

/** A statement that others must be able to carry out all the time: it waits for no lock longer than a moment. */
async function writer(signal: AbortSignal): Promise<number> {
  const client = await notes.connect();
  await client.query("set lock_timeout = '1s'");
  let written = 0;
  for (; !signal.aborted; written += 1) {
    await client.query("insert into note values (9, $1, 'new')", [written]);
    await client.query("update note set text = 'changed' where realm_id = 1 and id = $1", [
      1 + 3 * (written % 300),
    ]);
  }
  return written;
}

/** Carries out work while somebody writes; returns how much was written. */
const besideWriter = (work: () => Promise<unknown>) => beside(writer, work);

const inBatches = `-- runs: in batches of note by realm_id, id
update note set touched = touched + 1 where {batch};`;
const index = `-- runs: concurrently
create index concurrently note_text on note (text);`;
const valid = "select indisvalid from pg_index where indexrelid = 'notes.note_text'::regclass";

describe("migrations of large tables (docs/operations/releases.md#migrations)", () => {
  test("a migration in batches reaches each row once while others write, and tells how far it is", async ({
    expect,
  }) => {
    notes.write("0002-touch.sql", inBatches);
    const lines: string[] = [];
    const written = await besideWriter(() => notes.migrate((line) => lines.push(line)));
    expect(written).toBeGreaterThan(0);
    expect(
      await notes.ask("select array_agg(distinct touched) from note where realm_id < 9"),
    ).toEqual([[1]]);
    expect(lines[0]).toMatch(
      /^Migration notes\/0002-touch\.sql: 0 of about [\d,]+ rows of note\.$/,
    );
    expect(lines[1]).toMatch(/: 100 of about /);
    expect(lines.at(-1)).toBe("Migration notes/0002-touch.sql is done.");
    expect(await notes.migrate()).toEqual([]);
    expect(await notes.ask("select to_regclass('notes.migration_progress')")).toEqual([null]);
  });

  test("a migration in batches that is killed goes on where it was", async (context) => {
    const { expect } = context;
    notes.write("0002-touch.sql", inBatches);
    // The first three ranges are of realm 0; the fourth waits for this row.
    const holder = await notes.connect();
    await holder.query("begin; select from note where realm_id = 1 and id = 100 for update");
    const child = notes.migrateApart(context);
    for await (const line of createInterface({ input: child.stdout }))
      if (line.includes(": 300 of about ")) break;
    child.kill("SIGKILL");
    await once(child, "exit");
    await holder.query("rollback");
    const lines: string[] = [];
    expect(await notes.migrate((line) => lines.push(line))).toEqual(["0002-touch.sql"]);
    expect(lines[0]).toMatch(/: [3-4]00 of about /);
    expect(await notes.ask("select array_agg(distinct touched) from note")).toEqual([[1]]);
  });

  test("an index is built while others write, and what a killed try has left is built again", async ({
    expect,
  }) => {
    notes.write("0002-index.sql", index);
    // Who has written and not committed is waited for, with the index already there.
    const holder = await notes.connect();
    await holder.query("begin; update note set text = 'held' where realm_id = 2 and id = 2");
    const killed = notes.migrate().catch((error: unknown) => error);
    const building = "select max(pid) from pg_stat_progress_create_index";
    let [pid] = await notes.ask<number | null>(building);
    while (pid === null) [pid] = await notes.ask<number | null>(building);
    let made = 0;
    const written = await besideWriter(async () => {
      while (made === 0)
        [made = 0] = await notes.ask<number>(
          "select count(*)::int from pg_class where relname = 'note_text'",
        );
      await notes.run(`select pg_terminate_backend(${pid}, 5000)`);
    });
    expect(written).toBeGreaterThan(0);
    expect(await killed).toBeInstanceOf(Error);
    await holder.query("rollback");
    expect(await notes.ask(valid)).toEqual([false]);
    const lines: string[] = [];
    expect(await notes.migrate((line) => lines.push(line))).toEqual(["0002-index.sql"]);
    expect(lines[0]).toMatch(/left note_text half built; it is dropped\.$/);
    expect(await notes.ask(valid)).toEqual([true]);
  });

  test("an index that was complete when its try was killed is kept, and runners wait for one another", async ({
    expect,
  }) => {
    await notes.run("create index note_text on note (text)");
    const before = await notes.ask("select 'notes.note_text'::regclass::oid::int");
    notes.write("0002-index.sql", index);
    notes.write(
      "0003-index.sql",
      index.replaceAll("note_text", "note_touched").replace("(text)", "(touched)"),
    );
    const applied = await Promise.all([notes.migrate(), notes.migrate(), notes.migrate()]);
    expect(applied.toSorted()).toEqual([[], [], ["0002-index.sql", "0003-index.sql"]]);
    expect(await notes.ask("select 'notes.note_text'::regclass::oid::int")).toEqual(before);
  });

  test("a runner whose connection is ended while it waits for another one fails, and nothing else does", async ({
    expect,
  }) => {
    notes.write("0002-index.sql", index);
    const other = await notes.connect();
    await other.query("select pg_advisory_lock(hashtext('team-chat migrations'))");
    const waiting = notes.migrate().catch((error: unknown) => error);
    // It rests most of the time, and has no statement then that would be told.
    const resting =
      "select max(pid) from pg_stat_activity where query like 'select pg_try_advisory_lock%' and state = 'idle'";
    let [pid] = await notes.ask<number | null>(resting);
    while (pid === null) [pid] = await notes.ask<number | null>(resting);
    await notes.run(`select pg_terminate_backend(${pid}, 5000)`);
    expect(await waiting).toBeInstanceOf(Error);
    await other.query("select pg_advisory_unlock_all()");
    expect(await notes.migrate()).toEqual(["0002-index.sql"]);
  });

  test("a table that is not free is tried again and again, and given up with words about what to do", async ({
    expect,
  }) => {
    notes.write("0002-column.sql", "alter table note add column author bigint;");
    const holder = await notes.connect();
    await holder.query("begin; select from note limit 1");
    const lines: string[] = [];
    const free = async (line: string): Promise<void> => {
      lines.push(line);
      if (lines.length === 2) await holder.query("rollback");
    };
    expect(await notes.migrate((line) => void free(line))).toEqual(["0002-column.sql"]);
    expect(lines[0]).toBe(
      "Migration notes/0002-column.sql did not get its locks in 20 ms (try 1 of 30): it lets others go first, and tries again.",
    );
    notes.write("0003-column.sql", "alter table note add column length bigint;");
    await holder.query("begin; select from note limit 1");
    await expect(notes.migrate(undefined, 2)).rejects.toThrow(
      "Migration notes/0003-column.sql did not get its locks in 2 tries: somebody holds a table",
    );
    await holder.query("rollback");
    expect(await notes.migrate()).toEqual(["0003-column.sql"]);
  });

  test.for([
    ["-- runs: at night\nselect 1;", 'begins with "runs: at night"'],
    ["-- runs: concurrently\nselect 1;", 'one statement "create index concurrently'],
    [`${index}\ndrop table note;`, 'one statement "create index concurrently'],
    ["-- runs: in batches of note by id\nupdate note set touched = 1;", "with {batch} once"],
    [`${inBatches} delete from note where {batch};`, "with {batch} once"],
  ] as const)(
    "a migration that is not of its form is refused: %j",
    async ([text, why], { expect }) => {
      notes.write("0002-wrong.sql", text);
      await expect(notes.migrate()).rejects.toThrow(why);
      expect(readdirSync(notes.dir)).toHaveLength(2);
      expect(await notes.ask("select count(*)::int from migration")).toEqual([1]);
    },
  );
});
