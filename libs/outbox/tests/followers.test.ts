import type { DomainEvent } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { type Writer, World } from "./world.ts";

let world: World;
let realm = 0;

beforeAll(async () => {
  world = await World.create();
});

afterAll(() => world[Symbol.asyncDispose]());

function write(writer: Writer, realmId: number, ...names: readonly string[]): Promise<string> {
  return writer.outbox.transaction(realmId, async (_tx, emit) => {
    for (const name of names) emit({ audience: { to: "everyone" }, event: { type: "test", name } });
    return Promise.resolve("done");
  });
}

const nameOf = ({ event }: DomainEvent) => event["name"];
const concerns = (event: DomainEvent) => nameOf(event) === "cause";

describe("what follows from a transaction", () => {
  test("a follower runs before the answer, for the events that concern it, once they are in the stream", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    const realmId = ++realm;
    const followed: unknown[] = [];
    writer.outbox.followers.add({
      concerns,
      follow: async (id, events) => {
        const stored = (await world.bundles(1)).filter((bundle) => bundle.realm === id);
        followed.push([events.map(nameOf), stored.flatMap((bundle) => bundle.events.map(nameOf))]);
      },
    });
    expect(await write(writer, realmId, "other", "cause")).toBe("done");
    expect(followed).toEqual([[["cause"], ["other", "cause"]]]);
    await write(writer, realmId, "other");
    expect(followed).toHaveLength(1);
  });

  test("a follower may write transactions of the same organization", async ({ expect }) => {
    await using writer = await world.writer();
    const realmId = ++realm;
    writer.outbox.followers.add({
      concerns,
      follow: () => write(writer, realmId, "effect"),
    });
    await write(writer, realmId, "cause");
    await writer.outbox.settle();
    const bundles = (await world.bundles(2)).filter((bundle) => bundle.realm === realmId);
    expect(bundles.flatMap(({ events }) => events.map(nameOf))).toEqual(["cause", "effect"]);
  });

  test("a follower does not run when the transaction fails", async ({ expect }) => {
    await using writer = await world.writer();
    let times = 0;
    const follow = () => Promise.resolve((times += 1));
    writer.outbox.followers.add({ concerns, follow });
    const failing = writer.outbox.transaction(++realm, async (_tx, emit) => {
      emit({ audience: { to: "everyone" }, event: { type: "test", name: "cause" } });
      await Promise.reject(new Error("policy"));
    });
    await expect(failing).rejects.toThrow("policy");
    expect(times).toBe(0);
  });

  test("a follower that fails neither fails the transaction nor keeps the next follower from it", async ({
    expect,
  }) => {
    await using writer = await world.writer();
    let times = 0;
    const away = new Error("away");
    writer.outbox.followers.add({ concerns, follow: () => Promise.reject(away) });
    writer.outbox.followers.add({ concerns, follow: () => Promise.resolve((times += 1)) });
    expect(await write(writer, ++realm, "cause")).toBe("done");
    expect(times).toBe(1);
    expect(writer.errors).toEqual([away]);
  });

  test("a follower runs at once also while nothing can be published", async ({ expect }) => {
    await using writer = await world.writer();
    let times = 0;
    writer.outbox.followers.add({ concerns, follow: () => Promise.resolve((times += 1)) });
    await write(writer, ++realm, "before");
    await world.restartNats({
      whileDown: async () => {
        expect(await write(writer, realm, "cause")).toBe("done");
        expect(times).toBe(1);
      },
    });
  });

  test("a follower is waited for no longer than three seconds", async ({ expect }) => {
    await using writer = await world.writer();
    const { promise, resolve } = Promise.withResolvers<void>();
    writer.outbox.followers.add({ concerns, follow: () => promise });
    const began = performance.now();
    expect(await write(writer, ++realm, "cause")).toBe("done");
    expect(performance.now() - began).toBeGreaterThan(2900);
    resolve();
  });
});
