import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("history (docs/behaviour/narrows.md#history-that-is-searched)", () => {
  test("the history of a public channel is open when it is named, and only then", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { to: "random" });
    const channel = ["channel", "random"] as const;
    expect(await realm.ids("bob")).toEqual([]);
    expect(await realm.ids("bob", [channel])).toEqual([id]);
    expect(await realm.ids("bob", [channel, ["is", "unread"]])).toEqual([]);
    await expect(realm.ids("guest", [channel])).rejects.toThrow("unknown channel random");
    const { messages } = await realm.fetch("bob", { narrow: [channel] });
    expect(messages[0]?.flags).toEqual(["read", "historical"]);
  });

  test("the history of a private channel is open to members as far as it is shared", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 3);
    const before = await realm.send("alice", { to: "secret" });
    realm.data.setMembership(2, 3);
    const after = await realm.send("alice", { to: "secret" });
    const narrow = [["channel", "secret"]] as const;
    expect(await realm.ids("bob", narrow)).toEqual([before, after]);
    realm.data.setChannel(3, { historyPublicToSubscribers: false });
    expect(await realm.ids("bob", narrow)).toEqual([after]);
    await expect(realm.ids("carol", narrow)).rejects.toThrow("unknown channel secret");
    realm.data.setMembership(2, 3, { active: false });
    await expect(realm.ids("bob", narrow)).rejects.toThrow("unknown channel secret");
    expect(await realm.ids("bob")).toEqual([]);
  });
});
