import {
  addReaction,
  audienceTest,
  getMessage,
  getMessages,
  matchesNarrow,
  removeReaction,
  setTypingStatus,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { groups } from "./realm-data.ts";
import type { Realm } from "./realm.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

/** The guest 4 is in the channel 1 with 1 and 2; 3, who wrote there, left; 5 was never there; 6 is a bot. */
function limited(): Realm {
  const realm = world().realm();
  realm.data.setUser(5);
  realm.data.setUser(6, { isBot: true, botType: 1 });
  realm.data.setMembership(3, 1, { active: false });
  realm.data.setSetting("can_access_all_users_group", groups.members);
  return realm;
}

const denied = {
  code: "BAD_REQUEST",
  message: "You do not have permission to access some of the recipients.",
};

describe("a guest outside can_access_all_users_group (docs/behaviour/messages.md#sender-and-avatar)", () => {
  test("a guest who sees some users writes, and lets know of typing, only to these", async ({
    expect,
  }) => {
    const realm = limited();
    for (const to of [[3], [1, 5]]) {
      await expect(realm.direct("guest", to)).rejects.toMatchObject(denied);
      await expect(
        realm.request("guest", setTypingStatus, { op: "start", to }),
      ).rejects.toMatchObject(denied);
    }
    const gone = realm.direct("guest", [5]);
    realm.data.setUser(5, { isActive: false });
    await expect(gone).rejects.toMatchObject(denied);
    await expect(realm.direct("guest", [5])).rejects.toMatchObject(denied);
    expect(await realm.events()).toEqual([]);
    for (const to of [[1], [1, 2], [6], [4]]) await realm.direct("guest", to);
  });

  test("a guest who sees some users sees the people of a conversation from its first message on", async ({
    expect,
  }) => {
    const realm = limited();
    await realm.direct(5, [4, 3]);
    await realm.direct(5, [4, 3]);
    expect(realm.data.met).toEqual([[3, 4, 5]]);
    await realm.direct("guest", [3]);
    const { messages } = await realm.fetch("guest");
    expect(messages.map((one) => one.sender_full_name)).toEqual(["User 5", "User 5", "User 4"]);
    await realm.direct("alice", [2]);
    expect(realm.data.met).toEqual([
      [3, 4, 5],
      [3, 4],
    ]);
  });

  test("a guest reads messages of those whom it cannot see as those of somebody unknown", async ({
    expect,
  }) => {
    const realm = limited();
    const [hidden, shown] = [await realm.send(5), await realm.send("alice")];
    const unknown = {
      sender_id: 5,
      sender_full_name: "Unknown user",
      sender_email: "user5@localhost",
      avatar_url: expect.stringContaining("gravatar.com/avatar/0000") as string,
    };
    const known = { sender_id: 1, sender_full_name: "User 1", sender_email: "user1@example.com" };
    const { messages } = await realm.fetch("guest", { client_gravatar: true });
    expect(messages).toMatchObject([unknown, known]);
    const single = await realm.request("guest", getMessage, { message_id: hidden });
    expect(single.message).toMatchObject(unknown);
    const other = await realm.request("bob", getMessage, { message_id: hidden });
    expect(other.message).toMatchObject({ sender_full_name: "User 5" });
    const whole = { operator: "sender", operand: 1, negated: false };
    expect(await realm.ids("guest", [whole])).toEqual([shown]);
  });

  test("a guest who looks for messages of people whom it cannot see is told that they do not exist", async ({
    expect,
  }) => {
    const realm = limited();
    const id = await realm.send(5);
    for (const [operator, operand, desc] of [
      ["sender", 5, "unknown user 5"],
      ["sender", "user5@example.com", "unknown user user5@example.com"],
      ["dm", [5], "unknown user in 5"],
      ["dm-including", 5, "unknown user 5"],
    ] as const) {
      const narrow = [{ operator, operand, negated: false }];
      const refusal = { code: "BAD_NARROW", message: `Invalid narrow operator: ${desc}` };
      const range = { anchor: "newest", num_before: 10 };
      await expect(realm.request("guest", getMessages, { ...range, narrow })).rejects.toMatchObject(
        refusal,
      );
      await expect(
        realm.request("guest", matchesNarrow, { narrow, msg_ids: [id] }),
      ).rejects.toMatchObject(refusal);
    }
  });

  test("a guest mentions nobody whom it cannot see", async ({ expect }) => {
    const realm = limited();
    const id = await realm.send("guest", { content: "@**User 1** @**User 5** @**User 3|3**" });
    const { message } = await realm.request("guest", getMessage, { message_id: id });
    expect(message.content).toContain('data-user-id="1"');
    expect(message.content).not.toMatch(/data-user-id="[35]"/);
  });
});

describe("events (docs/behaviour/messages.md#sender-and-avatar)", () => {
  test("events of messages and reactions say to whom their author is unknown", async ({
    expect,
  }) => {
    const realm = limited();
    const id = await realm.send(5);
    await realm.send("alice");
    const [hidden, shown] = await realm.eventsOf("message");
    const strangers = { ids: [4], email: "user5@localhost" };
    expect(hidden?.strangers).toEqual(strangers);
    expect(shown?.strangers).toBeUndefined();
    const reaction = { message_id: id, emoji_name: "smile" };
    await realm.request(5, addReaction, reaction);
    await realm.request(5, removeReaction, reaction);
    await realm.request("alice", addReaction, reaction);
    const reactions = await realm.eventsOf("reaction");
    expect(reactions.map((one) => one.strangers)).toEqual([strangers, strangers, undefined]);
    await realm.direct(5, [4]);
    await realm.send(5);
    const events = await realm.eventsOf("message");
    expect(events.slice(2).map((one) => one.strangers)).toEqual([undefined, undefined]);
  });

  test("events of typing go only to guests who see everybody named", async ({ expect }) => {
    const realm = limited();
    for (const to of [[4], [4, 1], [1]])
      await realm.request(5, setTypingStatus, { op: "start", to });
    await realm.request("alice", setTypingStatus, { op: "start", to: [4, 5] });
    await realm.request("alice", setTypingStatus, { op: "start", to: [4] });
    const events = await realm.eventsOf("typing");
    const announced = events.map(({ audience }) => audienceTest(audience)(4));
    expect(announced).toEqual([false, false, false, false, true]);
  });

  test("events hide nobody where everybody may see all", async ({ expect }) => {
    const realm = limited();
    realm.data.setSetting("can_access_all_users_group", groups.everyone);
    await realm.send(5);
    const [event] = await realm.eventsOf("message");
    expect(event?.strangers).toBeUndefined();
    const { messages } = await realm.fetch("guest");
    expect(messages).toMatchObject([{ sender_full_name: "User 5" }]);
  });
});
