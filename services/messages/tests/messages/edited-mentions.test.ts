import { updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("mentions by edits (docs/behaviour/notifications.md#mentions-by-edits)", () => {
  test("an edit tells other services whom the message mentions, and whom it mentioned before", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "hello" });
    const edit = (content: string) =>
      realm.request("alice", updateMessage, { message_id: id, content });
    await edit("@**User 2** hello");
    expect(await realm.flags("bob", id)).toEqual(["mentioned"]);
    await edit("@**User 3** @**User 2** hello");
    await edit("@**topic** hello");
    await edit("@**all** hello");
    await edit("hello");
    expect(await realm.flags("bob", id)).toEqual([]);
    await edit("hello again");
    const announced = (await realm.eventsOf("update_message")).map(({ internal }) => internal);
    const before = (userIds: readonly number[], everyone = false) => ({ userIds, everyone });
    expect(announced).toMatchObject([
      { mentionedUserIds: [2], before: before([]) },
      { mentionedUserIds: [2, 3], before: before([2]) },
      { mentionedUserIds: [], before: before([2, 3]) },
      { mentionedUserIds: [], before: before([1]) },
      { mentionedUserIds: [], before: before([], true) },
      undefined,
    ]);
    const [first] = announced;
    expect(first).toMatchObject({
      message: { id, sender_id: 1, stream_id: 1, subject: "t", display_recipient: "general" },
    });
    expect(JSON.stringify(announced)).not.toContain("hello");
  });

  test("a move, and an edit that mentions nobody before or after, tells other services nothing of mentions", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "@**User 2** hello" });
    await realm.request("alice", updateMessage, { message_id: id, topic: "elsewhere" });
    const plain = await realm.send("alice", { content: "hello" });
    await realm.request("alice", updateMessage, { message_id: plain, content: "@_**User 2** hi" });
    for (const { internal } of await realm.eventsOf("update_message"))
      expect(internal).toBeUndefined();
  });
});
