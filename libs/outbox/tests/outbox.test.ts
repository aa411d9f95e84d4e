import { jetstream } from "@nats-io/jetstream";
import { type Bundle, bundleSubject, type DomainEvent } from "@team-chat/contract";
import { epochMark } from "@team-chat/nats";
import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { storedRowsSince } from "../src/stored-rows.ts";
import { service, settings, type Writer, World } from "./world.ts";

let world: World;
let realm = 0;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function event(name: string): DomainEvent {
  return { audience: { to: "everyone" }, event: { type: "test", name } };
}

function write(writer: Writer, realmId: number, name: string): Promise<void> {
  return writer.outbox.transaction(realmId, async (_tx, emit) => {
    emit(event(name));
    await Promise.resolve();
  });
}

function namesOf(bundles: readonly Bundle[], realmId: number): readonly unknown[] {
  return bundles
    .filter((bundle) => bundle.realm === realmId)
    .flatMap((bundle) => bundle.events.map((one) => one.event["name"]));
}

async function total(writer: Writer): Promise<number> {
  return writer.db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from outbox`);
}

describe("a transaction", () => {
  test("a transaction that fails publishes nothing", async ({ expect }) => {
    await using writer = await world.writer();
    const realmId = ++realm;
    const failing = writer.outbox.transaction(realmId, async (_tx, emit) => {
      emit(event("never"));
      await Promise.reject(new Error("policy"));
    });
    await expect(failing).rejects.toThrow("policy");
    await write(writer, realmId, "after");
    await writer.outbox.settle();
    expect(namesOf(await world.bundles(1), realmId)).toEqual(["after"]);
  });

  test("a transaction publishes its events as one bundle with its transaction id", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    const realmId = ++realm;
    const xid = await writer.outbox.transaction(realmId, async (tx, emit) => {
      emit(event("one"));
      emit(event("two"));
      return tx.oneFirst(
        sql.type(z.object({ xid: z.string() }))`select pg_current_xact_id()::text as xid`,
      );
    });
    await writer.outbox.settle();
    const bundles = await world.bundles(1);
    const mine = bundles.filter((bundle) => bundle.realm === realmId);
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({
      service: "tester",
      xid,
      events: [{ event: { name: "one" } }, { event: { name: "two" } }],
    });
  });

  test("a transaction whose effects another could see is published before it", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    const realmId = ++realm;
    await writer.db.query(
      sql.unsafe`create table if not exists counter (realm_id bigint primary key, n bigint not null)`,
    );
    await writer.db.query(sql.unsafe`insert into counter values (${realmId}, 0)`);
    const bump = () =>
      writer.outbox.transaction(realmId, async (tx, emit) => {
        const n = await tx.oneFirst(
          sql.type(
            z.object({ n: z.number() }),
          )`update counter set n = n + 1 where realm_id = ${realmId} returning n`,
        );
        emit(event(String(n)));
      });
    await Promise.all(Array.from({ length: 100 }, bump));
    await writer.outbox.settle();
    const wanted = Array.from({ length: 100 }, (_, index) => String(index + 1));
    expect(namesOf(await world.bundles(1), realmId)).toEqual(wanted);
  });
});

describe("two processes", () => {
  test("writing for one realm keep its order and lose nothing", async ({ expect }) => {
    await using one = await world.writer();
    await using two = await world.writer();
    const realmId = ++realm;
    const names: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (const [index, writer] of [one, two].entries()) {
        names.push(`${round} ${index}`);
        await write(writer, realmId, `${round} ${index}`);
      }
    }
    await one.outbox.settle();
    await two.outbox.settle();
    expect(namesOf(await world.bundles(1), realmId)).toEqual(names);
  });

  test("two processes take the realm from each other while one is in the middle of a transaction", async ({
    expect,
  }) => {
    await using one = await world.writer();
    await using two = await world.writer();
    const realmId = ++realm;
    await write(one, realmId, "before");
    await one.outbox.settle();
    const [begun, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = one.outbox.transaction(realmId, async (_tx, emit) => {
      begun.resolve();
      await other.promise;
      emit(event("one"));
    });
    await begun.promise;
    await write(two, realmId, "two");
    other.resolve();
    await first;
    await write(two, realmId, "two again");
    await one.outbox.settle();
    await two.outbox.settle();
    expect(namesOf(await world.bundles(1), realmId)).toEqual(["before", "two", "one", "two again"]);
  });

  test("two processes publish once what a third left unpublished when it died", async ({
    expect,
  }) => {
    await using dead = await world.writer();
    const realmId = ++realm;
    await dead.db.query(
      sql.unsafe`insert into outbox (realm_id, events) values (${realmId}, ${JSON.stringify([event("left")])})`,
    );
    await using one = await world.writer();
    await write(one, realmId, "next");
    await one.outbox.settle();
    expect(namesOf(await world.bundles(1), realmId)).toEqual(["left", "next"]);
  });
});

test("what a service published is found under each of its sources, and nothing of others", async ({
  expect,
}) => {
  await using writer = await world.writer();
  const { nats } = writer;
  const realmId = ++realm;
  for (const name of ["here", "apart"]) await write(writer, realmId, name);
  await writer.outbox.settle();
  const rows = await writer.db.any(
    sql.type(
      z.object({ id: z.number(), term: z.number() }),
    )`select id, term from outbox where realm_id = ${realmId} order by id`,
  );
  const other: Bundle = { service: "others", realm: realmId, xid: "1", events: [] };
  await jetstream(nats).publish(bundleSubject(0, realmId, "others"), JSON.stringify(other), {
    msgID: `others:${realmId}:900000`,
  });

  const place = { nats, service, realmId, layout: settings.layout };
  const stored = await storedRowsSince(place, new Date());

  expect(rows.map((row) => typeof stored.of(row))).toEqual(["number", "number"]);
  expect(stored.size).toBe(2);
});

test("what is written while a process still finds out what the stream has keeps its order", async ({
  expect,
}) => {
  const realmId = ++realm;
  const names: string[] = [];
  for (let start = 0; start < 20; start += 1) {
    await using writer = await world.writer();
    for (let index = 0; index < 20; index += 1) {
      names.push(`${start} ${index}`);
      await write(writer, realmId, `${start} ${index}`);
    }
    await writer.outbox.settle();
  }
  expect(namesOf(await world.bundles(names.length), realmId)).toEqual(names);
});

describe("without NATS", () => {
  test("a process ends as well, and another publishes what it wrote", async ({ expect }) => {
    const writer = await world.writer();
    const realmId = ++realm;
    await write(writer, realmId, "before");
    await writer.outbox.settle();
    await world.whileNatsHangs(async () => {
      await write(writer, realmId, "meanwhile");
      await writer.outbox[Symbol.asyncDispose]();
    });
    await writer[Symbol.asyncDispose]();
    await using heir = await world.writer();
    await write(heir, realmId, "after");
    await heir.outbox.settle();
    expect(namesOf(await world.bundles(1), realmId)).toEqual(["before", "meanwhile", "after"]);
  });

  test("writes are accepted and published in order when it is back", async ({ expect }) => {
    await using writer = await world.writer();
    const realmId = ++realm;
    await write(writer, realmId, "before");
    await writer.outbox.settle();
    await world.restartNats({
      whileDown: async () => {
        for (const name of ["down 1", "down 2", "down 3"]) await write(writer, realmId, name);
      },
    });
    await write(writer, realmId, "after");
    await writer.outbox.settle();
    expect(namesOf(await world.bundles(1), realmId)).toEqual([
      "before",
      "down 1",
      "down 2",
      "down 3",
      "after",
    ]);
  });

  test("a stream whose files were deleted gets again what was stored, and its epoch changes", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    const realmId = ++realm;
    for (const name of ["one", "two", "three"]) await write(writer, realmId, name);
    await writer.outbox.settle();
    const rows = await total(writer);
    await world.restartNats({ forget: true });
    await write(writer, realmId, "four");
    await writer.outbox.settle();
    expect(namesOf(await world.bundles(rows + 1), realmId)).toEqual([
      "one",
      "two",
      "three",
      "four",
    ]);
    expect(await epochMark(writer.nats, 0)).not.toBe("");
  });

  test("a loss that was made good once is not taken for one again", async ({ expect }) => {
    const realmId = ++realm;
    {
      await using writer = await world.writer();
      for (const name of ["one", "two"]) await write(writer, realmId, name);
      await writer.outbox.settle();
      await writer.outbox[Symbol.asyncDispose]();
      // As a process leaves it that published what was lost and died before it noted where.
      const stale = sql.unsafe`update outbox set stream_seq = 900000 where realm_id = ${realmId}`;
      await writer.db.query(stale);
    }
    const marks: string[] = [];
    for (let start = 0; start < 2; start += 1) {
      await using writer = await world.writer();
      await write(writer, realmId, `start ${start}`);
      await writer.outbox.settle();
      marks.push(await epochMark(writer.nats, 0));
    }
    expect(marks[1]).toBe(marks[0]);
    const names = namesOf(await world.bundles(1), realmId);
    expect(names).toEqual(["one", "two", "start 0", "start 1"]);
  });
});
