import { addReaction, removeReaction } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("taking a reaction back is refused (docs/behaviour/messages.md#reactions)", () => {
  test("taking a reaction back is refused without a name or a code", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await expect(realm.request("bob", removeReaction, { message_id: id })).rejects.toThrow(
      "At least one of the following arguments must be present: emoji_name, emoji_code",
    );
  });

  test("taking a reaction back is refused when it is not one's own", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await realm.request("carol", addReaction, { message_id: id, emoji_name: "smile" });
    const asked = realm.request("bob", removeReaction, { message_id: id, emoji_name: "smile" });
    await expect(asked).rejects.toMatchObject({
      code: "REACTION_DOES_NOT_EXIST",
      message: "Reaction doesn't exist.",
    });
    expect(await realm.eventsOf("reaction")).toHaveLength(1);
  });

  test("taking a reaction back is refused for a message that the caller may not read", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.direct("alice", [3]);
    const asked = realm.request("bob", removeReaction, { message_id: id, emoji_name: "smile" });
    await expect(asked).rejects.toThrow("Invalid message(s)");
  });
});

test.for([
  ["name", { emoji_name: "smile" }],
  ["another name of it", { emoji_name: "+1" }],
  ["code and type", { emoji_code: "1F44D", reaction_type: "unicode_emoji" }],
] as const)(
  "a reaction goes by its %s, and everybody is told (docs/behaviour/messages.md#reactions)",
  async ([, params], { expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    const name = params === undefined || !("emoji_name" in params) ? "thumbsup" : params.emoji_name;
    const emoji = name === "smile" ? { emoji_name: "smile" } : { emoji_name: "thumbsup" };
    await realm.request("bob", addReaction, { message_id: id, ...emoji });
    await realm.request("bob", removeReaction, { message_id: id, ...params });
    const { messages } = await realm.fetch("alice", { message_ids: [id] });
    expect(messages[0]?.reactions).toEqual([]);
    const events = await realm.eventsOf("reaction");
    expect(events.map(({ event }) => event["op"])).toEqual(["add", "remove"]);
    expect(events[1]?.audience).toEqual({ to: "users", ids: [1, 2, 3, 4] });
    expect(events[1]?.event).toMatchObject({ ...emoji, message_id: id, user_id: 2 });
  },
);
