import { afterAll, beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe("history (docs/behaviour/narrows.md#history-that-is-searched)", () => {
  test("the history of a public channel is open when it is named, and only then", async ({
    expect,
  }) => {
    const realm = world.realm();
    const id = await realm.send(1, { to: "random" });
    const channel = ["channel", "random"] as const;
    expect(await realm.ids(2)).toEqual([]);
    expect(await realm.ids(2, [channel])).toEqual([id]);
    expect(await realm.ids(2, [channel, ["is", "unread"]])).toEqual([]);
    await expect(realm.ids(4, [channel])).rejects.toThrow("unknown channel random");
    const { messages } = await realm.fetch(2, { narrow: [[...channel]] as never });
    expect(messages[0]?.flags).toEqual(["read", "historical"]);
  });

  test("the history of a private channel is open to members as far as it is shared", async ({
    expect,
  }) => {
    const realm = world.realm();
    realm.data.setMembership(1, 3);
    const before = await realm.send(1, { to: "secret" });
    realm.data.setMembership(2, 3);
    const after = await realm.send(1, { to: "secret" });
    const narrow = [["channel", "secret"]] as const;
    expect(await realm.ids(2, narrow)).toEqual([before, after]);
    realm.data.setChannel(3, { historyPublicToSubscribers: false });
    expect(await realm.ids(2, narrow)).toEqual([after]);
    await expect(realm.ids(3, narrow)).rejects.toThrow("unknown channel secret");
    realm.data.setMembership(2, 3, { active: false });
    await expect(realm.ids(2, narrow)).rejects.toThrow("unknown channel secret");
    expect(await realm.ids(2)).toEqual([]);
  });
});
