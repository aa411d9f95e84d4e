import {
  addRealmUser,
  changePlan,
  noteDeliveries,
  noteEvents,
  noteRequests,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, onTestFinished, test } from "vitest";
import { z } from "zod";

import {
  upsertEventCounts,
  upsertRequestCounts,
} from "../../src/queries/organization/request-counts.ts";
import { listUsageDays } from "../../src/queries/organization/usage-days.ts";
import { addUpUsage } from "../../src/workflows/organization/add-up-usage.ts";
import { askOperator, keyOf, operatorKeys } from "../ask-operator.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create({ OPERATOR_KEYS: operatorKeys }));
const ask = (path: string) => askOperator(world(), path);

/** Counts expected of an organization and day: the most that each process has noted, and everybody whom it named. */
interface Expected {
  readonly most: Map<string, number>;
  readonly events: Map<string, number>;
  readonly processorUs: Map<string, number>;
  readonly people: Set<number>;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

const days = z.array(z.record(z.string(), z.unknown()));

describe("the use of an organization (docs/hosting.md#usage)", () => {
  const path = (query: string) => `/organizations/${world().acme.id}/usage?${query}`;
  const usage = async (query: string) => days.parse((await ask(path(query))).answer["days"]);
  const today = () => new Date().toISOString().slice(0, 10);
  const daysAgo = (count: number) =>
    new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

  test("the use of what is no range of days or no organization is refused", async ({ expect }) => {
    for (const [query, named] of [
      ["", "from"],
      ["from=2026-01-01&to=2026-13-01", "to"],
      ["from=2026-01-02&to=2026-01-01", "to"],
      ["from=2025-01-01&to=2026-01-02", "to"],
      ["from=2026-01-01&to=2026-01-02&format=xml", "format"],
    ] as const) {
      const { answer, status } = await ask(path(query));
      expect([status, answer["code"]]).toEqual([400, "BAD_REQUEST"]);
      expect(answer["msg"]).toContain(named);
    }
    const nowhere = await ask("/organizations/999999999/usage?from=2026-01-01&to=2026-01-01");
    expect(nowhere.status).toBe(404);
  });

  test("the use of a day says how many accounts there were at most, and what others have counted", async ({
    expect,
  }) => {
    const realmId = world().acme.id;
    const day = today();
    const took = { processorUs: 1_400, databaseUs: 2_600 };
    const entry = { realmId, day, requests: 5, userIds: [1, 2], ...took };
    await world().call(noteRequests, { source: "a", entries: [entry] });
    await world().call(noteRequests, { source: "b", entries: [{ ...entry, userIds: [2, 9] }] });
    for (const [source, events] of [
      ["c", 40],
      ["c", 30],
      ["d", 2],
    ] as const)
      await world().call(noteEvents, {
        source,
        entries: [{ realmId, day, events, processorUs: events * 100 }],
      });
    for (const deliveries of [3, 2])
      await world().call(noteDeliveries, { entries: [{ realmId, day, deliveries }] });
    // The accounts may be of yesterday, when this runs soon after midnight.
    const [before, , now] = await usage(`from=${daysAgo(2)}&to=${day}`);
    expect(before).toMatchObject({
      day: daysAgo(2),
      people: 0,
      requests: 0,
      deliveries: 0,
      events: 0,
      processor_ms: 0,
      database_ms: 0,
    });
    const counted = {
      people: 1,
      guests: 0,
      bots: 0,
      active_people: 3,
      requests: 10,
      deliveries: 3,
      events: 42,
      processor_ms: 7,
      database_ms: 5,
    };
    expect(now).toEqual({ day, ...counted, messages: 5, stored_bytes: 7 });
    world().clock.aheadMs = 86_400_000;
    onTestFinished(() => {
      world().clock.aheadMs = 0;
    });
    const owner = { email: "second@acme.example", fullName: "Second", role: 400, password: null };
    await world().call(addRealmUser, { realmId, ...owner });
    const tomorrow = daysAgo(-1);
    expect((await usage(`from=${day}&to=${daysAgo(-2)}`)).map(({ people }) => people)).toEqual([
      1, 2, 2,
    ]);
    const table = await fetch(
      `http://127.0.0.1:${world().service.operatorPort}/operator/v1${path(`from=${day}&to=${tomorrow}&format=csv`)}`,
      { headers: { Authorization: `Bearer ${keyOf("read")}` } },
    );
    expect(table.headers.get("content-type")).toMatch(/^text\/csv/);
    expect(await table.text()).toBe(
      [
        "day,people,guests,bots,active_people,messages,stored_bytes,deliveries,requests,events,processor_ms,database_ms",
        `${day},1,0,0,3,5,7,3,10,42,7,5`,
        `${tomorrow},2,0,0,0,5,7,0,0,0,0,0`,
        "",
      ].join("\r\n"),
    );
  });

  test("a process that notes events is told how many the organizations may be given, those with a limit alone", async ({
    expect,
  }) => {
    const { id, subdomain } = world().acme;
    const day = today();
    const entries = [id, 999_999].map((realmId) => ({
      realmId,
      day,
      events: 0,
    }));
    const limits = async () =>
      (await world().call(noteEvents, { source: "limits", entries })).limits;
    expect(await limits()).toEqual([]);
    const change = (eventsPerSecond: number | null) =>
      world().call(changePlan, { subdomain, limits: { eventsPerSecond } });
    await change(20);
    expect(await limits()).toEqual([{ realmId: id, eventsPerSecond: 20 }]);
    await change(null);
    expect(await limits()).toEqual([]);
  });

  test("whatever processes note, in any order and repeated, while several processes add it up, counts once", async ({
    expect,
  }) => {
    const { database: db } = world();
    const seed = Math.floor(Math.random() * 2 ** 31);
    console.info(`seed ${seed}`);
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const start = Date.now();
    const day = (count: number) => new Date(start + count * 86_400_000).toISOString().slice(0, 10);
    const expected = new Map<string, Expected>();
    const steps = Array.from({ length: 300 }, (_, step) => ({
      realmId: 900_001 + random(3),
      day: Math.floor(step / 50),
      source: `gateway${random(4)}`,
      requests: 1 + random(1000),
      events: 1 + random(1000),
      userIds: Array.from({ length: random(4) }, () => 1 + random(30)),
    }));
    for (const [at, step] of steps.entries()) {
      const { events, realmId, requests, source, userIds } = step;
      const key = `${realmId} ${day(step.day)}`;
      const kept = expected.get(key) ?? {
        most: new Map(),
        events: new Map(),
        processorUs: new Map(),
        people: new Set(),
      };
      kept.most.set(source, Math.max(kept.most.get(source) ?? 0, requests));
      kept.events.set(source, Math.max(kept.events.get(source) ?? 0, events));
      // What it took grows with the requests, and its database time is a third of that.
      const took = { processorUs: requests * 3, databaseUs: requests };
      const { processorUs } = took;
      kept.processorUs.set(source, Math.max(kept.processorUs.get(source) ?? 0, processorUs));
      for (const id of userIds) kept.people.add(id);
      expected.set(key, kept);
      const note = {
        source,
        entries: [{ realmId, day: day(step.day), requests, userIds, ...took }],
      };
      const nowMs = start + step.day * 86_400_000;
      const notes = [note, note, ...(random(4) === 0 ? [note] : [])];
      const given = {
        source: `${source}'s events`,
        entries: [{ realmId, day: day(step.day), events, processorUs: 0 }],
      };
      await Promise.all([
        ...notes.map((one) => upsertRequestCounts(db, one, nowMs)),
        ...notes.map(() => upsertEventCounts(db, given, nowMs)),
      ]);
      const late = {
        ...note,
        entries: note.entries.map((one) => ({ ...one, day: day(step.day - 2) })),
      };
      await upsertRequestCounts(db, late, nowMs);
      if (at % 10 === 0)
        await Promise.all(
          [1, 2, 3].map(() => addUpUsage({ db, now: () => nowMs + 2 * 86_400_000 })),
        );
    }
    await addUpUsage({ db, now: () => start + 30 * 86_400_000 });
    for (const [key, { events, most, people, processorUs }] of expected) {
      const [realmId = "", of = ""] = key.split(" ");
      const [found] = await listUsageDays(db, { realmId: Number(realmId), from: of, to: of });
      const requests = sumOf(most);
      expect(found).toMatchObject({
        requests,
        activePeople: people.size,
        events: sumOf(events),
        processorUs: sumOf(processorUs),
        databaseUs: requests,
      });
    }
  });
});
