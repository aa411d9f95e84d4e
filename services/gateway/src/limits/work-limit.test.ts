import { EventEmitter } from "node:events";

import { test } from "vitest";

import type { Turn } from "./fair-shares.ts";
import { WorkLimit } from "./work-limit.ts";

/** A limit of two at once and three that wait, unless said otherwise, and what became of each request, by its name. */
function limited(atOnce = 2, waiting = 3) {
  const clock = { now: 0 };
  const limit = new WorkLimit({ atOnce, waiting, now: () => clock.now });
  const turns = new Map<string, Turn>();
  const refused: string[] = [];
  const enter = (name: string, realmId = 1, weight = 1) => {
    const client = new EventEmitter();
    void limit.enter({ realmId, weight }, client).then(
      (turn) => turns.set(name, turn),
      ({ code, details }: { code: string; details: unknown }) =>
        refused.push(`${name} ${code} ${JSON.stringify(details)}`),
    );
    return client;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends a request; returns those that are carried out then. */
  const leave = async (name: string) => {
    await settled();
    turns.get(name)?.end();
    turns.delete(name);
    await settled();
    return [...turns.keys()];
  };
  return {
    clock,
    enter,
    leave,
    limit,
    turns,
    refused,
    settled,
    [Symbol.dispose]: () => limit[Symbol.dispose](),
  };
}

const unavailable = 'SERVICE_UNAVAILABLE {"retry-after":1}';

test("requests beyond those that are carried out at once wait, in the order in which they came", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b", "c", "d"]) world.enter(name);
  expect([world.limit.running, world.limit.waiting]).toEqual([2, 2]);
  expect(await world.leave("b")).toEqual(["a", "c"]);
  // Leaving twice makes no room for two.
  expect(await world.leave("b")).toEqual(["a", "c"]);
  expect(await world.leave("a")).toEqual(["c", "d"]);
  expect(world.refused).toEqual([]);
});

test("the requests that came last are carried out first while more wait than are carried out at once", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b", "c", "d", "e"]) world.enter(name);
  expect(await world.leave("a")).toEqual(["b", "e"]);
  expect(await world.leave("b")).toEqual(["e", "c"]);
  expect(await world.leave("e")).toEqual(["c", "d"]);
  expect(world.refused).toEqual([]);
});

test("a request that has waited for five seconds is refused while more wait than are carried out at once", async ({
  expect,
}) => {
  using few = limited();
  using many = limited();
  for (const name of ["a", "b", "c", "d"]) few.enter(name);
  for (const name of ["a", "b", "c", "d", "e"]) many.enter(name);
  for (const world of [few, many]) {
    world.clock.now = 5001;
    world.limit.look();
    await world.settled();
  }
  expect([...few.turns.keys()]).toEqual(["a", "b", "c", "d"]);
  expect(many.refused).toEqual(["c", "d", "e"].map((name) => `${name} ${unavailable}`));
});

test("organizations take turns, however many requests of one of them wait", async ({ expect }) => {
  using world = limited();
  for (const name of ["a", "b", "c", "d"]) world.enter(name, 1);
  world.enter("other", 2);
  expect(await world.leave("a")).toEqual(["b", "d"]);
  expect(await world.leave("b")).toEqual(["d", "other"]);
  expect(await world.leave("d")).toEqual(["other", "c"]);
});

test("an organization has as many turns in a row as its weight says, also at the door", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b"]) world.enter(name, 1);
  for (const name of ["x", "y"]) world.enter(name, 2, 2);
  world.enter("c", 1);
  expect(await world.leave("a")).toEqual(["b", "y"]);
  expect(await world.leave("b")).toEqual(["y", "x"]);
  expect(await world.leave("y")).toEqual(["x", "c"]);
});

test("the oldest request of the largest organization is refused when too many wait, and the newest carried out next", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b"]) world.enter(name, 1);
  world.enter("other", 2);
  for (const name of ["c", "d", "e"]) world.enter(name, 1);
  await world.settled();
  expect(world.refused).toEqual([`c ${unavailable}`]);
  expect(await world.leave("a")).toEqual(["b"]);
  expect(await world.leave("b")).toEqual(["other"]);
  expect(await world.leave("other")).toEqual(["e"]);
  expect(await world.leave("e")).toEqual(["d"]);
  expect(world.limit.refused).toBe(1);
});

test("a quarter as many requests are carried out at once while there is too much to do, and all of them afterwards", async ({
  expect,
}) => {
  using world = limited(8);
  const first = ["a", "b", "c", "d", "e", "f", "g", "h"];
  for (const name of [...first, "1", "2", "3", "4"]) world.enter(name);
  await world.settled();
  expect(world.refused).toEqual([`1 ${unavailable}`]);
  for (const name of first.slice(0, 6)) await world.leave(name);
  expect([...world.turns.keys()]).toEqual(["g", "h"]);
  expect(await world.leave("g")).toEqual(["h", "4"]);
  world.clock.now = 1001;
  world.limit.look();
  await world.settled();
  expect([...world.turns.keys()]).toEqual(["h", "4", "2", "3"]);
});

test("requests are carried out in the order in which they came while there is too much to do and few wait", async ({
  expect,
}) => {
  using world = limited(8);
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4"])
    world.enter(name);
  for (const name of ["a", "b", "c", "d", "e", "f"]) await world.leave(name);
  // Three are more than the two places that there are now.
  expect(await world.leave("g")).toEqual(["h", "4"]);
  expect(await world.leave("h")).toEqual(["4", "2"]);
  expect(await world.leave("4")).toEqual(["2", "3"]);
  expect(world.limit.isFull).toBe(true);
});

test("whoever has waited for a tenth of a second is refused while there is too much to do, and not afterwards", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b", "c", "d", "e", "f"]) world.enter(name);
  world.clock.now = 101;
  world.limit.look();
  await world.settled();
  expect(world.refused).toEqual(["c", "d", "e", "f"].map((name) => `${name} ${unavailable}`));
  world.clock.now = 1101;
  world.enter("g");
  world.clock.now = 1500;
  world.limit.look();
  expect(await world.leave("a")).toEqual(["b", "g"]);
  expect(world.refused.length).toBe(4);
});

test("an organization with one that waits is refused at once while there is too much to do, and others are not", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b", "c", "d", "e"]) world.enter(name);
  expect(world.limit.findRefusal(1)).toBeNull();
  world.enter("f");
  await world.settled();
  expect(world.refused).toEqual([`c ${unavailable}`]);
  expect(world.limit.findRefusal(1)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(world.limit.findRefusal(2)).toBeNull();
  expect(world.limit.refused).toBe(2);
  // Each refusal shows that there still is too much to do.
  world.clock.now = 99;
  expect(world.limit.findRefusal(1)).not.toBeNull();
  world.clock.now = 1098;
  expect(world.limit.isFull).toBe(true);
  world.clock.now = 1099;
  expect(world.limit.isFull).toBe(false);
});

test("an organization has few requests that wait while there is too much to do", async ({
  expect,
}) => {
  using world = limited(96, 6);
  for (let index = 0; index < 96 + 7; index += 1) world.enter(`${index}`);
  // All that wait are refused.
  world.clock.now = 101;
  world.limit.look();
  for (const name of ["a", "b", "c"]) world.enter(name);
  expect(world.limit.findRefusal(1)).toBeNull();
  world.enter("d");
  expect([world.limit.waiting, world.limit.findRefusal(1)?.code]).toEqual([
    4,
    "SERVICE_UNAVAILABLE",
  ]);
  expect(world.limit.findRefusal(2)).toBeNull();
});

test("there is no longer too much to do as soon as nothing is carried out", async ({ expect }) => {
  using world = limited();
  for (const name of ["a", "b", "c", "d", "e", "f"]) world.enter(name);
  for (const name of ["a", "b", "f", "e"]) await world.leave(name);
  expect(world.limit.isFull).toBe(true);
  await world.leave("d");
  expect(world.limit.isFull).toBe(false);
});

test("there is no longer too much to do either when what is carried out last was not counted any more", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b", "c", "d", "e", "f"]) world.enter(name);
  // All that wait are refused first, and what has begun is no longer counted then.
  for (const now of [900, 1001]) {
    world.clock.now = now;
    world.limit.look();
  }
  expect([world.limit.running, world.limit.waiting, world.limit.isFull]).toEqual([0, 0, true]);
  await world.leave("a");
  expect(world.limit.isFull).toBe(false);
});

test("a request that takes longer than a second keeps nobody out, and one whose client goes away makes room", async ({
  expect,
}) => {
  using world = limited();
  for (const name of ["a", "b"]) world.enter(name);
  const gone = world.enter("gone");
  world.enter("c");
  gone.emit("close");
  world.clock.now = 1001;
  world.limit.look();
  await world.settled();
  expect([...world.turns.keys()]).toEqual(["a", "b", "c"]);
  expect([world.limit.running, world.limit.waiting, world.limit.refused]).toEqual([1, 0, 0]);
  // It was not counted any more.
  await world.leave("a");
  expect(world.limit.running).toBe(1);
});
