import { setImmediate } from "node:timers/promises";

import { afterAll, beforeAll, test } from "vitest";

import { Leases } from "../src/leases.ts";
import { World, type Writer } from "./world.ts";

let world: World;

/** Opens leases as a process has them, of which those of several may be open at once. */
function leasesOf(
  { errors, nats }: Writer,
  onAcquired: () => Promise<void> = () => Promise.resolve(),
  onLost: () => void = () => undefined,
): Leases {
  return new Leases({
    url: world.url,
    service: "tester",
    nats,
    leases: { max: 100, idleMs: 60_000 },
    onConnected: () => Promise.resolve(),
    onLost,
    onAcquired,
    onRelease: () => Promise.resolve(() => undefined),
    isBusy: () => false,
    onError: (error) => errors.push(error),
  });
}

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("a realm that could not be taken over is left to others", async ({ expect }) => {
  await using writer = await world.writer();
  const failing = leasesOf(writer, () => Promise.reject(new Error("There is no stream.")));
  const other = leasesOf(writer);
  for (let times = 0; times < 2; times += 1)
    await expect(failing.hold(1)).rejects.toThrow("There is no stream.");
  expect(await other.holdIfFree(1)).toBe(true);
  expect(failing.has(1)).toBe(false);
  await failing.close();
  await other.close();
});

test("a realm whose lock went with its session is not held, though there is another session by then", async ({
  expect,
}) => {
  await using writer = await world.writer();
  const lost = Promise.withResolvers<void>();
  const leases = leasesOf(
    writer,
    async () => {
      leases.drop();
      await lost.promise;
      await leases.open();
    },
    lost.resolve,
  );
  const other = leasesOf(writer);
  expect(await leases.holdIfFree(3)).toBe(false);
  expect(leases.has(3)).toBe(false);
  expect(await other.holdIfFree(3)).toBe(true);
  await leases.close();
  await other.close();
});

test("a realm that two processes write in without a pause goes from one to the other whenever it is asked for", async ({
  expect,
}) => {
  await using writer = await world.writer();
  const both = [leasesOf(writer), leasesOf(writer)];
  const stopping = new AbortController();
  const busy = both.map(async (leases) => {
    while (!stopping.signal.aborted) {
      await leases.hold(2);
      await setImmediate();
    }
  });
  const changes = () => both.map(({ taken }) => taken);
  while (Math.min(...changes()) < 5) await setImmediate();
  stopping.abort();
  await Promise.all(busy);
  // Nobody takes back what the other one has asked for and not had.
  const [one = 0, other = 0] = changes();
  expect(Math.abs(one - other)).toBeLessThanOrEqual(1);
  for (const leases of both) await leases.close();
});
