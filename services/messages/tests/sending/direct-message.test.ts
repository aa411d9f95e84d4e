import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("a direct message (docs/behaviour/messages.md#direct-messages)", () => {
  test("a direct message takes ids, addresses and lists of them in any order, as one conversation", async ({
    expect,
  }) => {
    const realm = world().realm();
    const forms = [
      "[2,3]",
      "[3,2,1]",
      "user2@example.com, USER3@example.com",
      '["user3@example.com","user2@example.com"]',
    ];
    for (const to of forms) await realm.send("alice", { type: "private", to, topic: "ignored" });
    const { messages } = await realm.fetch("carol");
    expect(new Set(messages.map(({ recipient_id: id }) => id)).size).toBe(1);
    expect(messages.map(({ subject }) => subject)).toEqual(["", "", "", ""]);
    expect(await realm.ids("guest")).toEqual([]);
  });

  test("a direct message goes to its people only, who are all listed in it", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.direct("bob", [1]);
    const back = await realm.direct("alice", [2]);
    expect(await realm.heard("alice")).toEqual([id, back]);
    expect(await realm.heard("carol")).toEqual([]);
    const { messages } = await realm.fetch("alice");
    expect(messages[0]).toMatchObject({ type: "private", sender_id: 2 });
    expect(messages[0]?.display_recipient).toEqual([
      { id: 1, email: "user1@example.com", full_name: "User 1", is_mirror_dummy: false },
      { id: 2, email: "user2@example.com", full_name: "User 2", is_mirror_dummy: false },
    ]);
    expect(messages[0]?.recipient_id).toBe(messages[1]?.recipient_id);
  });

  test("a direct message to oneself is a conversation of one", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.direct("alice", [1]);
    expect(await realm.heard("alice")).toEqual([id]);
    expect(await realm.ids("alice", [["dm", "user1@example.com"]])).toEqual([id]);
  });
});
