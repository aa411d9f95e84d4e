import { afterAll, beforeAll, test } from "vitest";

import { Leases } from "../src/leases.ts";
import { World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("a realm that could not be taken over is left to others", async ({ expect }) => {
  await using writer = await world.writer();
  const open = (onAcquired: () => Promise<void>) =>
    new Leases({
      url: world.url,
      service: "tester",
      nats: writer.nats,
      leases: { max: 100, idleMs: 60_000 },
      onConnected: () => Promise.resolve(),
      onLost: () => undefined,
      onAcquired,
      onRelease: () => Promise.resolve(() => undefined),
      isBusy: () => false,
      onError: (error) => writer.errors.push(error),
    });
  const failing = open(() => Promise.reject(new Error("There is no stream.")));
  const other = open(() => Promise.resolve());
  for (let times = 0; times < 2; times += 1)
    await expect(failing.hold(1)).rejects.toThrow("There is no stream.");
  expect(await other.holdIfFree(1)).toBe(true);
  expect(failing.has(1)).toBe(false);
  await failing.close();
  await other.close();
});
