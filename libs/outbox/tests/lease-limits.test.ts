import type { DomainEvent } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { z } from "zod";

import { inParallel } from "../src/in-parallel.ts";
import { type Writer, World } from "./world.ts";

const services = ["one", "two", "three"];
/** Of PostgreSQL: room for some 800 locks of all sessions together. */
const database = { max_connections: "40", max_locks_per_transaction: "10" };
const event: DomainEvent = { audience: { to: "everyone" }, event: { type: "test" } };

let world: World;

beforeAll(async () => {
  world = await World.create({ services, database });
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function write({ outbox }: Writer, realmId: number): Promise<void> {
  return outbox.transaction(realmId, async (_tx, emit) => {
    emit(event);
    await Promise.resolve();
  });
}

const count = z.object({ count: z.number() });

/** Counts the leases that all processes together hold. */
function leases({ db }: Writer): Promise<number> {
  return db.oneFirst(sql.type(count)`
    select count(*) from pg_locks where locktype = 'advisory' and granted`);
}

describe("leases of organizations (docs/adr/0001-outbox-order.md)", () => {
  test("three services write in 700 organizations, though PostgreSQL has room for 800 locks", async ({
    expect,
  }) => {
    const max = 100;
    await using stack = new AsyncDisposableStack();
    const writers: Writer[] = [];
    for (const service of services)
      writers.push(stack.use(await world.writer({ service, leases: { max, idleMs: 60_000 } })));
    let realmId = 0;
    let most = 0;
    const next = () => (realmId === 700 ? undefined : (realmId += 1));
    await inParallel(next, 8, async (realm) => {
      await Promise.all(writers.map((writer) => write(writer, realm)));
      const [writer] = writers;
      if (realm % 50 === 0 && writer) most = Math.max(most, await leases(writer));
    });
    for (const writer of writers) {
      await writer.outbox.settle();
      expect(writer.errors.join()).not.toContain("shared memory");
      const rows = sql.type(count)`select count(distinct realm_id) from outbox`;
      expect(await writer.db.oneFirst(rows)).toBe(700);
    }
    expect(most).toBeGreaterThan(max);
    expect(most).toBeLessThanOrEqual(services.length * max);
  });

  test("an organization in which nobody writes any more is let go, and taken again when somebody does", async ({
    expect,
  }) => {
    await using writer = await world.writer({
      service: "one",
      leases: { max: 100, idleMs: 50 },
    });
    for (const _ of [1, 2]) {
      await write(writer, 3000);
      await expect.poll(() => leases(writer)).toBe(0);
    }
    const rows = sql.type(count)`select count(*) from outbox where realm_id = 3000`;
    expect(await writer.db.oneFirst(rows)).toBe(2);
  });

  test("a write is refused as unavailable when no other organization can be let go", async ({
    expect,
  }) => {
    await using writer = await world.writer({
      service: "one",
      leases: { max: 1, idleMs: 60_000 },
    });
    await write(writer, 3001);
    await writer.outbox.settle();
    await world.restartNats({
      whileDown: async () => {
        await write(writer, 3001);
        await expect(write(writer, 3002)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
        await write(writer, 3001);
      },
    });
    await write(writer, 3002);
  });
});
