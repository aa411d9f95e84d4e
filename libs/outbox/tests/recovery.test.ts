import { AsyncLocalStorage } from "node:async_hooks";
import { queryObjects } from "node:v8";

import { jetstreamManager } from "@nats-io/jetstream";
import { type Bundle, type DomainEvent, eventStreamName, realmSubject } from "@team-chat/contract";
import { epochMark, lossMark, noteLayout, realmEvents } from "@team-chat/nats";
import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, describe, test } from "vitest";

import { deleteRealmByStep } from "../src/index.ts";
import { type Writer, World } from "./world.ts";

let world: World;

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

/** Something that belongs to the request of whoever waits. */
class Caller {
  readonly body = "hello";
}

test("nothing is kept of who waited until the stream had what was written, should it be lost", async ({
  expect,
}) => {
  await using writer = await world.writer();
  await write(writer, 900, "kept");
  await writer.outbox.settle();
  const callers = new AsyncLocalStorage<Caller>();
  for (let call = 0; call < 10; call += 1)
    await callers.run(new Caller(), () => writer.outbox.published(900));
  expect(queryObjects(Caller, { format: "count" })).toBe(0);
});

describe("after a loss of the connection (docs/adr/0001-outbox-order.md)", () => {
  test("an organization in which somebody writes goes on before what dead processes left in 200 others", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    await write(writer, 1, "before");
    await writer.outbox.settle();
    const before = await world.bundles(1);
    const left = JSON.stringify([event("left")]);
    await world.restartNats({
      whileDown: async () => {
        await writer.db.query(sql.unsafe`
          insert into outbox (realm_id, events)
          select realm, ${left} from generate_series(1001, 1200) as realm`);
        await write(writer, 1, "meanwhile");
      },
    });
    const after = (await world.bundles(before.length + 201)).slice(before.length);
    expect(after).toHaveLength(201);
    const place = after.findIndex(({ realm }) => realm === 1);
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(80);
  });
});

describe("a bundle that is larger than NATS takes (docs/adr/0001-outbox-order.md)", () => {
  test("a bundle larger than max_payload holds back its organization only, until NATS takes it", async ({
    expect,
  }) => {
    const realmId = 2;
    await using writer = await world.writer();
    await using other = await world.writer();
    const said = (one: Writer) => one.logged.filter(({ message }) => /max_payload/.test(message));
    const large = JSON.stringify([event("x".repeat(8_500_000))]);
    await writer.db.query(
      sql.unsafe`insert into outbox (realm_id, events) values (${realmId}, ${large})`,
    );
    await write(writer, realmId, "behind");
    await write(writer, 3, "other");
    await writer.outbox.settle();
    const before = await world.bundles(1);
    expect([namesOf(before, realmId), namesOf(before, 3)]).toEqual([[], ["other"]]);
    expect(said(writer)).toMatchObject([{ realmId, maxBytes: 8_388_608 }]);

    await write(other, realmId, "by another process");
    expect(said(other)).toMatchObject([{ realmId }]);
    await world.restartNats({ maxPayload: "16MB" });
    await writer.outbox.settle();
    await other.outbox.settle();
    const names = namesOf(await world.bundles(before.length + 3), realmId);
    // A difference is not to be printed with megabytes.
    const beginnings = names.map((name) => String(name).slice(0, 40));
    expect(beginnings).toEqual(["x".repeat(40), "behind", "by another process"]);
    expect(names[0] === "x".repeat(8_500_000)).toBe(true);
  });
});

describe("while an organization is deleted (docs/adr/0028-deleting-organizations.md)", () => {
  test("neither the stream nor the database is taken for one that has lost something, whatever starts anew meanwhile", async ({
    expect,
  }) => {
    const [gone, other] = [901, 902];
    const steps: readonly ((writer: Writer) => Promise<unknown>)[] = [
      async (writer) => {
        for (const realmId of [gone, other]) await write(writer, realmId, "before");
        await writer.outbox.settle();
      },
      ({ db }) => deleteRealmByStep(db, { realmId: gone, step: "published" }),
      ({ nats }) => realmEvents(nats, 1).deleteSome(gone),
      ({ db }) => deleteRealmByStep(db, { realmId: gone, step: "rest" }),
      () => Promise.resolve(),
    ];
    const startAnew = async (step: (writer: Writer) => Promise<unknown>) => {
      await using writer = await world.writer();
      await write(writer, other, "meanwhile");
      await writer.outbox.settle();
      expect(writer.logged.filter(({ message }) => message.includes("has lost"))).toEqual([]);
      expect([await epochMark(writer.nats, 0), await lossMark(writer.nats)]).toEqual(["", ""]);
      await step(writer);
    };
    for (const step of steps) {
      await startAnew(step);
      await world.restartPostgres();
    }
    const bundles = await world.bundles(1);
    expect(namesOf(bundles, gone)).toEqual([]);
    expect(namesOf(bundles, other)).toHaveLength(steps.length + 1);
  });
});

describe("a writer that was cut off while PARTITIONS was raised (docs/hosting.md#partitions)", () => {
  test("a writer with an earlier layout leaves organizations beyond it to others, and refuses them", async ({
    expect,
  }) => {
    const [known, beyond] = [4999, 5001];
    const stored = async ({ nats }: Writer, partition: number) => {
      const { streams } = await jetstreamManager(nats);
      const filter = { subjects_filter: realmSubject(partition, beyond) };
      const { state } = await streams.info(eventStreamName(partition), filter);
      return Object.values(state.subjects ?? {});
    };
    const cutOff = await world.writer();
    await write(cutOff, known, "before");
    await cutOff.outbox.settle();
    await noteLayout(cutOff.nats, { layout: "1,5000:4", before: "1" });
    await world.restartNats({ whileDown: () => write(cutOff, beyond, "meanwhile") });
    await write(cutOff, known, "after");
    await cutOff.outbox.settle();
    await expect(write(cutOff, beyond, "refused")).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: expect.stringContaining("from the id 5000 on are, because its PARTITIONS is 1."),
    });
    expect(await stored(cutOff, 0)).toEqual([]);

    await cutOff[Symbol.asyncDispose]();
    await using writer = await world.writer({ layout: "1,5000:4" });
    await write(writer, beyond, "after");
    await writer.outbox.settle();
    expect([await stored(writer, 0), await stored(writer, 5001 % 4)]).toEqual([[], [2]]);
  });
});
