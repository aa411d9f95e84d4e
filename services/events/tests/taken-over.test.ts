import { Writable } from "node:stream";

import { createLogger } from "@team-chat/telemetry";
import { useWorld } from "@team-chat/testkit";
import { test } from "vitest";

import { pollThrough, registerThrough } from "./calls.ts";
import { eventFor, userOf, World } from "./world.ts";

const world = useWorld(() => World.create());
/** So many that some are in slots of whichever process. */
const queues = 40;

test("a process loads queues that it takes over when they are polled, and later the others, and says how many", async ({
  expect,
}) => {
  const { pool } = await world().start();
  const registered: string[] = [];
  for (let user = 1; user <= queues; user += 1)
    registered.push(await registerThrough(pool, userOf(user)));
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const next = await world().start({ log: createLogger({ service: "events", level: "info", to }) });
  const polled = registered.slice(0, 5);
  for (const [index, queueId] of polled.entries())
    await pollThrough(next.pool, queueId, { caller: userOf(index + 1) });
  expect(next.service.hub.table.size).toBe(polled.length);
  await next.service.expiry.sweep();
  const [, more] =
    /"queues":(\d+),"processes":2.+took over queues that nobody has polled here yet/.exec(
      lines.join(""),
    ) ?? [];
  expect(next.service.hub.table.size).toBe(polled.length + Number(more));
});

test("events that clients are given are noted, also after an outage and at the end (docs/hosting.md#usage)", async ({
  expect,
}) => {
  const { owners } = world();
  const alice = userOf(1, 7);
  let nowMs = Date.parse("2026-05-31T23:59:00Z");
  const { pool, service } = await world().start({ now: () => nowMs });
  const queueId = await registerThrough(pool, alice);
  const idOf = (events: Awaited<ReturnType<typeof pollThrough>>) => Number(events?.at(-1)?.["id"]);
  const publish = (...ids: number[]) =>
    world().publish(
      ids.map((id) => eventFor([1], { message_id: id })),
      { realm: 7 },
    );
  const noted = () => owners.noted.filter(({ realmId }) => realmId === 7);
  owners.takesNotes = false;
  await publish(1, 2);
  // Whoever asks for the same again is given it again.
  const [first, second] = [
    await pollThrough(pool, queueId, { caller: alice }),
    await pollThrough(pool, queueId, { caller: alice }),
  ];
  expect(second).toEqual(first);
  const last = idOf(first);
  await service.counter.noteNow();
  expect(noted()).toEqual([]);
  owners.takesNotes = true;
  nowMs += 120_000;
  const waiting = pollThrough(pool, queueId, { caller: alice, last, block: true });
  await world().parked(queueId, service);
  await publish(3);
  const next = idOf(await waiting);
  await service.counter.noteNow();
  await service.counter.noteNow();
  await publish(4);
  const rest = idOf(await pollThrough(pool, queueId, { caller: alice, last: next }));
  // A heartbeat is none.
  const beat = pollThrough(pool, queueId, { caller: alice, last: rest, block: true });
  await world().parked(queueId, service);
  nowMs += 60_000;
  service.hub.beat();
  expect(await beat).toMatchObject([{ type: "heartbeat" }]);
  await service[Symbol.asyncDispose]();
  const [{ source } = { source: "" }] = noted();
  // Some notes are of what handing out took alone.
  const events = new Map(noted().map((one) => [`${one.source} ${one.day} ${one.events}`, one]));
  expect([...events.keys()].filter((key) => !key.endsWith(" 0"))).toEqual([
    `${source} 2026-05-31 4`,
    `${source} 2026-06-01 1`,
    `${source} 2026-06-01 2`,
  ]);
  const took = noted()
    .filter(({ day }) => day === "2026-06-01")
    .map(({ processorUs }) => processorUs);
  expect(took.at(-1)).toBeGreaterThan(0);
  expect(took).toEqual(took.toSorted((one, other) => one - other));
});
