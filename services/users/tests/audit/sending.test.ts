import { removeEntriesBefore } from "@team-chat/audit";
import {
  deactivateRealm,
  listAuditLog,
  reactivateRealm,
  updateAuditDestination,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { answer, hang, nextLook, reset, useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";
import { z } from "zod";

import { World } from "../world.ts";
import { linesOf, placeOf, Siem } from "./siem.ts";

const world = useWorld(() => World.create());
const day = 24 * 3600 * 1000;

/** Reads when the only destination is tried again, in ms from now. */
async function wait(): Promise<number> {
  const dueAt = await world().database.oneFirst(sql.type(z.object({ dueAt: z.date() }))`
    select due_at as "dueAt" from audit_destination`);
  return dueAt.getTime() - Date.now() - world().clock.aheadMs;
}

describe("sending the audit log (docs/behaviour/audit.md#sending)", () => {
  test("a receiver gets every entry of twenty writers at once, in order and once", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    await siem.add({ cursor: await siem.end() });
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let at = 0; at < 30; at += 1) await siem.write(`${writer} ${at}`);
    });
    const written = Promise.all(writers);
    // Meanwhile it is sent what there is.
    for (let looks = 0; looks < 10; looks += 1) await siem.settle();
    await written;
    await siem.settle();
    const own = siem.lines.filter(({ service }) => service === "users");
    const first = own[0]?.position ?? 0;
    expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => first + index));
    expect(own.filter(({ skipped }) => skipped !== 0)).toEqual([]);
    const texts = siem.texts;
    expect(new Set(texts).size).toBe(600);
    expect(texts).toHaveLength(600);
  });

  test("a batch has at most a thousand entries and a million bytes, and one that is longer comes alone", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    await siem.add({ cursor: await siem.end() });
    await siem.settle();
    const { length } = siem.receiver.requests;
    siem.receiver.plays(answer(503));
    for (const bytes of [400_000, 400_000, 400_000, 1_000_000, 1])
      await siem.write("x".repeat(bytes));
    await siem.writeMany(1200);
    siem.receiver.plays(answer(200));
    await siem.pass(60_000);
    await siem.settle();
    const counts = siem.receiver.requests.slice(length).map((one) => linesOf(one).length);
    expect(counts).toContain(1000);
    expect(counts.filter((count) => count > 1000)).toEqual([]);
    const bodies = siem.receiver.requests.map(({ body }) => Buffer.byteLength(body));
    expect(bodies.filter((bytes) => bytes > 1_000_000)).toHaveLength(1);
    const texts = siem.texts.filter((text) => !text.startsWith("x"));
    expect(texts).toEqual(Array.from({ length: 1200 }, (_, index) => `${index + 1}`));
  });

  test("what a receiver has not taken is tried again, later and later, until it has", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    await siem.add({ cursor: await siem.end() });
    await siem.settle();
    siem.receiver.plays(answer(500));
    await siem.write("waits");
    await siem.settle();
    const waits: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const next = await wait();
      waits.push(next);
      await siem.pass(next);
      await siem.settle();
    }
    const expected = [5, 30, 120, 600, 1800, 3600, 3600];
    for (const [index, seconds] of expected.entries()) {
      expect(waits[index]).toBeGreaterThan(seconds * 800);
      expect(waits[index]).toBeLessThan(seconds * 1200);
    }
    siem.receiver.plays(answer(200));
    await siem.pass(4000_000);
    await siem.settle();
    expect(siem.texts.at(-1)).toBe("waits");
    const ids = siem.receiver.requests.slice(1).map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size, "it is known by its id").toBe(1);
    expect(await siem.list()).toMatchObject([{ state: "working", failing_since: null }]);
  });

  test("a receiver that names a delay is not asked before", async ({ expect }) => {
    await using siem = await Siem.start(world());
    siem.receiver.plays(answer(429, "", { "retry-after": "7200" }));
    await siem.add();
    await siem.settle();
    expect(await wait()).toBeGreaterThan(7_100_000);
    expect(await siem.list()).toMatchObject([{ last_failure: "It answered 429." }]);
  });

  test("a receiver that is down, cuts off, or leads elsewhere, has taken nothing", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add({ url: "http://127.0.0.1:9/" });
    const words = async () => {
      await siem.settle();
      return (await siem.list())[0]?.last_failure;
    };
    expect(await words()).toBe("It refuses connections.");
    const change = (given: object) =>
      world().request("owner", updateAuditDestination, { destination_id: id, ...given });
    siem.receiver.plays(reset);
    await change({ url: siem.receiver.url });
    expect(await words()).toBe("It cut the connection.");
    siem.receiver.plays(answer(302, "", { location: siem.receiver.url }));
    await change({});
    expect(await words()).toBe("It answered 302.");
    await change({ url: "http://nobody.invalid/" });
    expect(await words()).toBe("There is no such host.");
    siem.receiver.plays(answer(200));
    await change({ url: siem.receiver.url });
    expect(await words()).toBeNull();
    expect(siem.lines.at(-1)?.cursor).toBe(await siem.end());
  });

  test("a receiver that does not answer keeps nobody else waiting", async ({ expect }) => {
    await using slow = await Siem.start(world());
    await using quick = await Siem.start(world());
    const cursor = await slow.end();
    slow.receiver.plays(hang);
    await slow.add({ cursor });
    await slow.pass();
    await slow.receiver.hasGot(1);
    await quick.add({ cursor });
    for (let at = 0; at < 3; at += 1) {
      const { length } = quick.receiver.requests;
      await quick.write(`${at}`);
      await quick.pass();
      await quick.receiver.hasGot(length + 1);
      await quick.pass();
    }
    expect(slow.receiver.requests).toHaveLength(1);
  });

  test("entries whose time was over before they were sent are said to be skipped", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add({ cursor: await siem.end() });
    await siem.settle();
    const change = { destination_id: id, is_paused: true };
    await world().request("owner", updateAuditDestination, change);
    for (let at = 0; at < 5; at += 1) await siem.write(`${at}`);
    const now = new Date(Date.now() + 1000);
    while ((await removeEntriesBefore(world().database, now)) !== null);
    await world().request("owner", updateAuditDestination, { ...change, is_paused: false });
    const before = siem.lines.at(-1)?.position ?? 0;
    await siem.settle();
    const [first] = siem.lines.filter(({ position }) => position > before);
    expect(first?.position).toBeGreaterThan(before + 6);
    expect(first).toMatchObject({
      skipped: (first?.position ?? 0) - before - 1,
      changes: [{ object: "audit_log", after: { first: first?.position } }],
    });
  });

  test("a log that ends before what was taken, as after a restore, is sent anew, which is an entry", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    const { id } = await siem.add();
    await siem.settle();
    const { length } = siem.lines;
    await world().database.query(sql.unsafe`
      update audit_destination set place = place || '{"channels": 3, "users": 99999}'`);
    await siem.settle();
    const anew = siem.lines.slice(length);
    expect(anew.filter(({ service }) => service === "messages")).toEqual([]);
    expect(anew.filter(({ service }) => service === "channels")).toHaveLength(2);
    expect(anew.at(-1)).toMatchObject({
      actor: null,
      changes: [
        {
          object: "audit_destination",
          key: { destination_id: id },
          after: { begins_anew: "users,channels" },
        },
      ],
    });
    expect(new Set(anew.map(placeOf)).size).toBe(anew.length);
  });

  test("a receiver that takes nothing for a week is paused: owners are told, and nothing is lost", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    siem.receiver.plays(answer(503));
    const { id } = await siem.add();
    await siem.settle();
    await siem.pass(6 * day);
    await siem.settle();
    expect(await siem.list()).toMatchObject([{ state: "failing" }]);
    world().notices.length = 0;
    await siem.pass(day);
    await siem.settle();
    expect(await siem.list()).toMatchObject([
      { state: "paused", last_failure: "It answered 503." },
    ]);
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries).toMatchObject([
      {
        actor: null,
        changes: [
          {
            object: "audit_destination",
            key: { destination_id: id },
            before: { is_paused: false },
            after: { is_paused: true },
          },
        ],
      },
    ]);
    while (world().notices.length === 0) await nextLook();
    expect(world().notices).toMatchObject([
      {
        to: { kind: "users", userIds: [world().people.owner.id] },
        content: expect.stringContaining(
          "**SIEM** has not taken the audit log for a week: It answered 503.",
        ) as string,
      },
    ]);
    siem.receiver.plays(answer(200));
    await world().request("owner", updateAuditDestination, {
      destination_id: id,
      is_paused: false,
    });
    await siem.settle();
    const all = await world().request("owner", listAuditLog, { limit: 1000 });
    expect(new Set(siem.lines.map(placeOf)).size).toBe(all.entries.length);
  });

  test("nothing is sent for an organization that is suspended, and what happened when it is back", async ({
    expect,
  }) => {
    await using siem = await Siem.start(world());
    await siem.add({ cursor: await siem.end() });
    await siem.settle();
    const { length } = siem.receiver.requests;
    await world().call(deactivateRealm, { subdomain: "" });
    await siem.pass();
    await siem.pass();
    expect(siem.receiver.requests).toHaveLength(length);
    await world().call(reactivateRealm, { subdomain: "" });
    await siem.settle();
    expect(siem.lines.slice(-2).map(({ operation }) => operation)).toEqual([
      "deactivateRealm",
      "reactivateRealm",
    ]);
  });
});
