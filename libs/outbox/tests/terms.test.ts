import { setTimeout as delay } from "node:timers/promises";

import { jetstream } from "@nats-io/jetstream";
import { bundleSubject, type DomainEvent } from "@team-chat/contract";
import { epochMark, lossMark, type Nats, reserveTerm } from "@team-chat/nats";
import { sql } from "@team-chat/pg";
import { afterEach, beforeEach, describe, type ExpectStatic, test } from "vitest";
import { z } from "zod";

import { deleteOldRows } from "../src/outbox-table.ts";
import { service, type Writer, World } from "./world.ts";

const realmId = 1;
/** Milliseconds between two looks: whoever waits leaves the processor to those whom it waits for. */
const lookEveryMs = 5;
let world: World;

beforeEach(async () => {
  world = await World.create();
});

afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

function event(type: string): DomainEvent {
  return { audience: { to: "everyone" }, event: { type } };
}

async function write(writer: Writer, name: string, realm = realmId): Promise<void> {
  await writer.outbox.transaction(realm, async (_tx, emit) => {
    emit(event(name));
    await Promise.resolve();
  });
}

/** Writes, and resolves when the stream has it. */
async function publish(writer: Writer, name: string): Promise<void> {
  await write(writer, name);
  await writer.outbox.settle();
}

/** Writes again and again until the process may. */
async function writeWithTimeout(writer: Writer, name: string): Promise<void> {
  for (;;) {
    const written = await write(writer, name).then(
      () => true,
      () => false,
    );
    if (written) return;
    await delay(lookEveryMs);
  }
}

async function names(): Promise<readonly string[]> {
  return (await world.bundles(1)).flatMap(({ events }) => events.map((one) => one.event.type));
}

/** Resolves with the first refusal of a write by a process that started before something was lost. */
async function refusal(writer: Writer): Promise<string> {
  for (;;) {
    const error = await write(writer, "refused").then(
      () => null,
      (caught: unknown) => caught,
    );
    if (error instanceof Error && error.message.includes("starts anew")) return error.message;
    await delay(lookEveryMs);
  }
}

/** Resolves with what a write ends with once the pool has found out that its connections are gone. */
async function firstAnswer(writer: Writer): Promise<unknown> {
  for (;;) {
    const error = await write(writer, "refused").then(
      () => null,
      (caught: unknown) => caught,
    );
    if (!(error instanceof Error && /terminat|ECONNRESET|closed/i.test(error.message)))
      return error;
    await delay(lookEveryMs);
  }
}

const row = z.object({ id: z.number(), term: z.number() });

function rows(writer: Writer): Promise<readonly z.infer<typeof row>[]> {
  return writer.db.any(sql.type(row)`select id, term from outbox order by id`);
}

function losses(writer: Writer): readonly unknown[] {
  return writer.logged.filter(({ message }) => message.includes("has lost")).map(countsOf);
}

function countsOf({ lostBundles, organizations }: Readonly<Record<string, unknown>>) {
  return { lostBundles, organizations };
}

/** A bundle of another service, which does not count. */
const other = JSON.stringify({ service: "others", realm: 9, xid: "1", events: [] });
const probe = { msgID: "others:9:1" };

/** Resolves when the stream does not know a bundle again that was published before. */
async function duplicatesForgotten(nats: Nats): Promise<void> {
  for (;;) {
    const { duplicate } = await jetstream(nats).publish(
      bundleSubject(0, 9, "others"),
      other,
      probe,
    );
    if (!duplicate) return;
    await delay(lookEveryMs);
  }
}

/** Checks a process that began after the loss of what two transactions, of one organization, had committed. */
async function expectMadeGood(expect: ExpectStatic, heir: Writer, lostIds: readonly number[]) {
  await publish(heir, "after");
  expect(await names()).toEqual(["kept", "after"]);
  const newest = (await rows(heir)).at(-1);
  expect(newest?.id).toBeGreaterThan(Math.max(...lostIds));
}

describe("a database that was put back behind the stream (docs/adr/0017-terms-of-writing.md)", () => {
  test.for([{ forgotten: false }, { forgotten: true }])(
    "what a database lost leaves the stream, and no id comes twice (duplicates forgotten: $forgotten)",
    async ({ forgotten }, { expect }) => {
      const lostIds: number[] = [];
      let putBack;
      let mark = "";
      {
        await using writer = await world.writer();
        await publish(writer, "kept");
        putBack = await world.copyPostgres();
        for (const name of ["lost 1", "lost 2"]) await writeWithTimeout(writer, name);
        await writer.outbox.settle();
        lostIds.push(...(await rows(writer)).map(({ id }) => id));
        mark = await epochMark(writer.nats, 0);
        await jetstream(writer.nats).publish(bundleSubject(0, 9, "others"), other, probe);
      }
      await putBack();
      await using heir = await world.writer();
      if (forgotten) await duplicatesForgotten(heir.nats);
      await publish(heir, "after");
      expect(await names()).toEqual(["kept", "after"]);
      expect((await rows(heir)).at(-1)?.id).toBeGreaterThan(Math.max(...lostIds));
      expect(await epochMark(heir.nats, 0)).not.toBe(mark);
      expect(losses(heir)).toEqual([{ lostBundles: 2, organizations: 1 }]);
    },
  );

  test("a process that lives through a loss writes nothing more, and one that starts anew does", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    await publish(writer, "kept");
    const putBack = await world.copyPostgres();
    for (const name of ["lost 1", "lost 2"]) await writeWithTimeout(writer, name);
    await writer.outbox.settle();
    const lostIds = (await rows(writer)).map(({ id }) => id);
    await putBack();
    expect(await refusal(writer)).toContain("starts anew");
    expect(await lossMark(writer.nats)).not.toBe("");
    expect(losses(writer)).toEqual([{ lostBundles: 2, organizations: 1 }]);
    await using heir = await world.writer();
    await expectMadeGood(expect, heir, lostIds);
  });

  test("two processes that notice a loss at once begin one term", async ({ expect }) => {
    let putBack;
    let before;
    {
      await using writer = await world.writer();
      await publish(writer, "kept");
      putBack = await world.copyPostgres();
      await writeWithTimeout(writer, "lost");
      await writer.outbox.settle();
      before = (await rows(writer)).at(-1);
    }
    await putBack();
    const writers = await Promise.all([world.writer(), world.writer()]);
    try {
      await Promise.all(writers.map((writer, index) => write(writer, `after ${index}`)));
      for (const writer of writers) await writer.outbox.settle();
      const [one] = writers;
      const terms = (await rows(one)).map(({ term }) => term - (before?.term ?? 0));
      expect(terms.slice(-2)).toEqual([1, 1]);
      expect(writers.flatMap(losses)).toEqual([{ lostBundles: 1, organizations: 1 }]);
    } finally {
      for (const writer of writers) await writer[Symbol.asyncDispose]();
    }
  });

  test("what was committed, is lost, and was not published yet is never published", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    await publish(writer, "kept");
    const putBack = await world.copyPostgres();
    await writeWithTimeout(writer, "lost, and heard");
    await writer.outbox.settle();
    await world.whileNatsHangs(async () => {
      await write(writer, "lost, and unheard");
      await putBack();
    });
    await refusal(writer);
    await using heir = await world.writer();
    await publish(heir, "after");
    expect(await names()).toEqual(["kept", "after"]);
    expect(losses(writer)).toEqual([{ lostBundles: 2, organizations: 1 }]);
  });
});

describe("a database that lost nothing (docs/adr/0017-terms-of-writing.md)", () => {
  test("a restart of the database ends no queue, and the same process goes on in a new term", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    await publish(writer, "before");
    const mark = await epochMark(writer.nats, 0);
    await world.restartPostgres();
    await writeWithTimeout(writer, "after");
    await writer.outbox.settle();
    expect(await names()).toEqual(["before", "after"]);
    expect(await epochMark(writer.nats, 0)).toBe(mark);
    const [before, after] = await rows(writer);
    expect(after?.term).toBe((before?.term ?? 0) + 1);
    expect(losses(writer)).toEqual([]);
  });

  test("writing is refused as unavailable while NATS is away after a restart of the database, and goes on afterwards", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    await publish(writer, "before");
    await world.restartNats({
      whileDown: async () => {
        await world.restartPostgres();
        await expect(firstAnswer(writer)).resolves.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      },
    });
    await writeWithTimeout(writer, "after");
    await writer.outbox.settle();
    expect(await names()).toEqual(["before", "after"]);
  });

  test("an organization whose rows were deleted long ago is not taken for one that lost them", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    for (const realm of [1, 2]) await write(writer, "old", realm);
    await writer.outbox.settle();
    await writer.outbox[Symbol.asyncDispose]();
    await writer.db.query(
      sql.unsafe`update outbox set published_at = now() - interval '1 day' where realm_id = 2`,
    );
    await deleteOldRows(writer.db);
    expect((await rows(writer)).length).toBe(1);
    await world.restartPostgres();
    await using heir = await world.writer();
    await write(heir, "new", 2);
    expect(losses(heir)).toEqual([]);
  });

  test("a process whose database is not the one that is written on any more writes nothing", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    await write(writer, "before");
    await reserveTerm(writer.nats, service, { above: 0, server: "another" });
    for (;;) {
      const error = await write(writer, "behind").then(
        () => null,
        (caught: unknown) => caught,
      );
      if (error instanceof Error) {
        expect(error.message).toContain("has begun on another database");
        return;
      }
      await delay(lookEveryMs);
    }
  });
});
