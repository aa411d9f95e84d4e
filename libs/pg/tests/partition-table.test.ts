import { once } from "node:events";

import { afterAll, beforeAll, beforeEach, describe, type ExpectStatic, test } from "vitest";

import { beside, Notes } from "./notes.ts";

const rows = 1000;
const start = `
  create table note (
    realm_id bigint not null, id bigint generated always as identity, text text not null, times int not null default 0,
    words tsvector not null generated always as (to_tsvector('simple', text)) stored, primary key (realm_id, id) include (text));
  comment on table note is 'What is noted';
  create index note_words on note using gin (words) with (gin_pending_list_limit = 512);
  create index note_often on note (realm_id, id) where times > 1;
  create table change (realm_id bigint, count int);
  create function count_changes() returns trigger language plpgsql as $$ begin
    insert into change select realm_id, count(*) from after group by realm_id;
    return null;
  end $$;
  create function shorten() returns trigger language plpgsql as $$ begin
    new.text := left(new.text, 40);
    return new;
  end $$;
  create trigger changed after update on note referencing new table as after for each statement execute function count_changes();
  create trigger shortened before insert on note for each row execute function shorten();
`;
const fill = `insert into note (realm_id, text) select 1 + n % 3, 'note ' || n from generate_series(1, ${rows}) n;`;
const noteText = `-- runs: concurrently
-- Also of texts on note only.
create index concurrently note_text on note (text);`;
const partitioning = "-- runs: partitioning of note\n";

let notes: Notes;

beforeAll(async () => {
  notes = await Notes.open();
});
afterAll(() => notes[Symbol.asyncDispose]());
beforeEach(() => notes.begin(start + fill));

/** Rows that somebody has written, who must be able to all the time: no lock is waited for longer than a moment. */
interface Written {
  readonly added: readonly string[];
  readonly changes: number;
}

/** Adds, changes and deletes with statements that the connection keeps, and reads whether all is there. */
async function writer(signal: AbortSignal): Promise<Written> {
  const client = await notes.connect();
  await client.query("set lock_timeout = '1s'; set plan_cache_mode = force_generic_plan");
  const added: string[] = [];
  let changes = 0;
  while (!signal.aborted) {
    const { rows: made } = await client.query<{ id: string }>({
      name: "add",
      text: "insert into note (realm_id, text) values ($1, $2) returning id",
      values: [1 + (added.length % 3), `added ${added.length}`],
    });
    added.push(made[0]?.id ?? "");
    const change = "update note set times = times + 1 where realm_id = $1 and id = $2";
    const { rowCount } = await client.query({ name: "change", text: change, values: [2, "1"] });
    changes += rowCount ?? 0;
    const { rows: found } = await client.query<{ count: number }>({
      name: "count",
      text: "select count(*)::int from note where realm_id = any($1)",
      values: [[1, 2, 3]],
    });
    if (found[0]?.count !== rows + added.length) throw new Error("Rows were not there.");
  }
  return { added, changes };
}

/** Shows that the table is partitioned as it should be, and that nothing of it was lost or is there twice. */
async function checkPartitioned(expect: ExpectStatic, { added, changes }: Written) {
  expect(added.length).toBeGreaterThan(0);
  expect(new Set(added).size).toBe(added.length);
  const ids = await notes.ask<string>("select array_agg(id::text order by id) from note");
  const before = Array.from({ length: rows }, (_, index) => String(1 + index));
  expect(ids).toEqual([[...before, ...added]]);
  expect(await notes.ask("select times from note where id = 1")).toEqual([changes]);
  expect(await notes.ask("select sum(count)::int from change")).toEqual([changes || null]);
  expect(await notes.ask(places)).toEqual([{ note_earlier: rows + added.length }]);
  expect(await notes.ask("select obj_description('note'::regclass, 'pg_class')")).toEqual([
    "What is noted",
  ]);
  expect(
    await notes.ask(
      "select array_agg(indexrelid::regclass::text order by indexrelid::regclass::text) from pg_index where indrelid = 'note'::regclass and indisvalid",
    ),
  ).toEqual([["note_often", "note_pkey", "note_words"]]);
  expect(
    await notes.ask("select count(*)::int from pg_constraint where conname = 'note_bound'"),
  ).toEqual([0]);
}

/** Numbers of rows by partition. */
const places = `select jsonb_object_agg(place, count) from (
  select tableoid::regclass::text as place, count(*) from note group by 1) placed`;

describe("tables that are partitioned (docs/operations/releases.md#migrations)", () => {
  test("a table is partitioned while others write, and keeps its rows, indexes, triggers and numbers", async ({
    expect,
  }) => {
    notes.write("0002-parts.sql", partitioning);
    const lines: string[] = [];
    const written = await beside(writer, async () => {
      await notes.migrate((line) => lines.push(line));
      // A table that is partitioned is written, too.
      const [before] = await notes.ask<string>("select max(id) from note");
      while ((await notes.ask<string>("select max(id) from note"))[0] === before);
    });
    await checkPartitioned(expect, written);
    expect(lines.at(0)).toBe(
      "Migration notes/0002-parts.sql looks at all rows of note; everybody may write meanwhile.",
    );
    expect(lines.at(-1)).toBe("Migration notes/0002-parts.sql is done: note is partitioned.");
    expect(await notes.migrate()).toEqual([]);
  });

  test("organizations that are added later have other partitions, with everything that the table has", async ({
    expect,
  }) => {
    notes.write("0002-parts.sql", partitioning);
    await notes.migrate();
    await notes.run(
      `insert into note (realm_id, text) select 1000000000 + n, repeat('long ', 20) from generate_series(0, 99) n;
       update note set times = 2 where realm_id = 1000000007`,
    );
    const [found] = await notes.ask<Record<string, number>>(places);
    expect(Object.keys(found ?? {}).toSorted()).toEqual([
      "note_earlier",
      ...Array.from({ length: 8 }, (_, part) => `note_later_${part}`),
    ]);
    expect(await notes.ask("select max(length(text)) from note")).toEqual([40]);
    expect(await notes.ask("select array[realm_id, count] from change")).toEqual([
      ["1000000007", "1"],
    ]);
    const twice = notes.run("insert into note overriding system value select * from note limit 1");
    await expect(twice).rejects.toThrow();
    const [plan] = await notes.ask<number>(
      `select count(distinct relname)::int from pg_class where relname like 'note\\_later\\_%idx' or relname like 'note\\_later\\_%pkey'`,
    );
    expect(plan).toBe(3 * 9);
  });

  test("a table that has never had rows keeps all organizations in partitions of later ones", async ({
    expect,
  }) => {
    await notes.begin(start);
    notes.write("0002-parts.sql", partitioning);
    await notes.migrate();
    await notes.run(fill);
    expect(
      await notes.ask(
        "select array_agg(id) = array(select generate_series(1, 1000)::bigint) from (select id from note order by id) one",
      ),
    ).toEqual([true]);
    expect(await notes.ask("select count(*)::int from only note_earlier")).toEqual([0]);
  });

  test("a partitioning that fails or is killed at its last step leaves the table as it was, and is done by the next", async (context) => {
    const { expect } = context;
    notes.write("0002-parts.sql", partitioning);
    await notes.run("create index note_pkey_earlier on note (text)");
    await expect(notes.migrate()).rejects.toThrow("already exists");
    await notes.run("drop index note_pkey_earlier");
    const holder = await notes.connect();
    await holder.query("begin; select from note limit 1");
    const child = notes.migrateApart(context);
    const waits =
      "select count(*)::int from pg_locks where relation = 'note'::regclass and not granted";
    while ((await notes.ask<number>(waits))[0] === 0);
    child.kill("SIGKILL");
    await once(child, "exit");
    await holder.query("rollback");
    const kind = "select relkind::text from pg_class where oid = 'note'::regclass";
    expect(await notes.ask(kind)).toEqual(["r"]);
    const lines: string[] = [];
    const written = await beside(writer, () => notes.migrate((line) => lines.push(line)));
    await checkPartitioned(expect, written);
    expect(lines).toEqual(["Migration notes/0002-parts.sql is done: note is partitioned."]);
  });

  test("an index of a partitioned table is built partition by partition, and one that was left half built anew", async ({
    expect,
  }) => {
    notes.write("0002-parts.sql", partitioning);
    await notes.migrate();
    await notes.run("insert into note (realm_id, text) values (1000000000, 'later')");
    const holder = await notes.connect();
    await holder.query("begin; update note set times = 3 where realm_id = 1000000000");
    notes.write("0003-index.sql", noteText);
    const killed = notes.migrate().catch((error: unknown) => error);
    // It waits for who has written in one of the partitions, and others go on.
    const own = await holder.query<{ pid: number }>("select pg_backend_pid() as pid");
    const waiting = `select max(pid) from pg_stat_activity
      where datname = current_database() and ${own.rows[0]?.pid ?? 0} = any(pg_blocking_pids(pid))`;
    let [pid] = await notes.ask<number | null>(waiting);
    while (pid === null) [pid] = await notes.ask<number | null>(waiting);
    await notes.run("insert into note (realm_id, text) values (1, 'meanwhile')");
    await notes.run(`select pg_terminate_backend(${pid}, 5000)`);
    expect(await killed).toBeInstanceOf(Error);
    await holder.query("rollback");
    const lines: string[] = [];
    expect(await notes.migrate((line) => lines.push(line))).toEqual(["0003-index.sql"]);
    expect(lines.filter((line) => line.includes("half built"))).toHaveLength(1);
    expect(
      await notes.ask("select indisvalid from pg_index where indexrelid = 'note_text'::regclass"),
    ).toEqual([true]);
    expect(
      await notes.ask(
        "select count(*)::int from pg_inherits where inhparent = 'note_text'::regclass",
      ),
    ).toEqual([2]);
  });

  test("rows of all partitions are gone through in batches, and are counted together", async ({
    expect,
  }) => {
    notes.write("0002-parts.sql", partitioning);
    await notes.migrate();
    await notes.run(
      "insert into note (realm_id, text) select 1000000000 + n, 'later' from generate_series(1, 250) n; analyze note",
    );
    notes.write(
      "0003-touch.sql",
      "-- runs: in batches of note by realm_id, id\nupdate note set times = times + 1 where {batch};",
    );
    const lines: string[] = [];
    await notes.migrate((line) => lines.push(line));
    expect(lines[0]).toBe("Migration notes/0003-touch.sql: 0 of about 1,250 rows of note.");
    expect(await notes.ask("select array_agg(distinct times) from note")).toEqual([[1]]);
  });

  test("a table with organizations of the later numbers is not partitioned, and they go on writing", async ({
    expect,
  }) => {
    const write = "insert into note (realm_id, text) values (1000000000, 'later')";
    await notes.run(write);
    notes.write("0002-parts.sql", partitioning);
    await expect(notes.migrate()).rejects.toThrow("has organizations with numbers from 1000000000");
    await notes.run(write);
    expect(await notes.ask("select count(*)::int from note")).toEqual([rows + 2]);
  });

  test("a table that others refer to is not partitioned, and nothing of it changes", async ({
    expect,
  }) => {
    await notes.run(
      "create table page (realm_id bigint, id bigint, foreign key (realm_id, id) references note)",
    );
    notes.write("0002-parts.sql", partitioning);
    await expect(notes.migrate()).rejects.toThrow(
      "cannot be partitioned with the constraint page_",
    );
    expect(
      await notes.ask("select count(*)::int from pg_constraint where conname = 'note_bound'"),
    ).toEqual([0]);
  });
});
