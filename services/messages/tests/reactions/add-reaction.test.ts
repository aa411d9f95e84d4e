import { addReaction } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

function react(
  ...[realm, userId, id, emoji = {}]: [Realm, number, number, Record<string, string>?]
) {
  return realm.request(userId, addReaction, { message_id: id, emoji_name: "smile", ...emoji });
}

describe("a reaction is refused (docs/behaviour/messages.md#reactions)", () => {
  test.for([
    ["with an unknown name", { emoji_name: "nope" }, "Emoji 'nope' does not exist"],
    ["with an unknown code", { emoji_code: "1f60g" }, "Invalid emoji code."],
    ["with a name that is none", { emoji_name: "a b", emoji_code: "1f604" }, "Invalid emoji name."],
    ["with an unknown type", { reaction_type: "gif" }, "Invalid emoji type."],
    ["with an unknown custom emoji", { reaction_type: "realm_emoji" }, "Invalid custom emoji."],
    ["with another extra emoji", { reaction_type: "zulip_extra_emoji" }, "Invalid emoji code."],
  ] as const)("a reaction is refused %s", async ([, emoji, message], { expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await expect(react(realm, 2, id, emoji)).rejects.toThrow(message);
    expect(await realm.eventsOf("reaction")).toEqual([]);
  });

  test("a reaction is refused to a message that the caller may not read, or that is archived", async ({
    expect,
  }) => {
    const realm = world().realm();
    const direct = await realm.direct("alice", [3]);
    const id = await realm.send("alice");
    await expect(react(realm, 2, direct)).rejects.toThrow("Invalid message(s)");
    await expect(react(realm, 2, 999_999)).rejects.toThrow("Invalid message(s)");
    realm.data.setChannel(1, { isArchived: true });
    await expect(react(realm, 2, id)).rejects.toThrow("Invalid message(s)");
    expect(await realm.eventsOf("reaction")).toEqual([]);
  });

  test("a second time, under whatever name", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await react(realm, 2, id, { emoji_name: "+1" });
    await expect(
      react(realm, 2, id, { emoji_name: "thumbs_up", emoji_code: "1f44d" }),
    ).rejects.toMatchObject({ code: "REACTION_ALREADY_EXISTS" });
    expect(await realm.eventsOf("reaction")).toHaveLength(1);
  });
});

describe("a reaction (docs/behaviour/messages.md#reactions)", () => {
  test("a reaction is shown with the message in order of adding", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    await react(realm, 3, id);
    await react(realm, 2, id, { emoji_name: "grin", emoji_code: "1F604" });
    await react(realm, 2, id, { emoji_name: "zulip", reaction_type: "service_extra_emoji" });
    const { messages } = await realm.fetch("alice", { message_ids: [id] });
    const smile = { emoji_name: "smile", emoji_code: "1f604", reaction_type: "unicode_emoji" };
    expect(messages[0]?.reactions).toEqual([
      { ...smile, user_id: 3 },
      { ...smile, user_id: 2 },
      { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji", user_id: 2 },
    ]);
    const other = await realm.send("alice");
    expect(await realm.ids("alice", [["has", "reaction"]])).toEqual([id]);
    expect(
      await realm.ids("alice", [{ operator: "has", operand: "reaction", negated: true }]),
    ).toEqual([other]);
  });

  test("a reaction is told to everybody in the channel, and to nobody else", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice");
    realm.data.setMembership(3, 1, { active: false });
    realm.data.setMembership(4, 1, { active: false });
    await react(realm, 2, id);
    const [event] = await realm.eventsOf("reaction");
    // 3 left but received it; 4 is a guest and may not read it any more.
    expect(event?.audience).toEqual({ to: "users", ids: [1, 2, 3] });
    expect(event?.event).toEqual({
      type: "reaction",
      op: "add",
      message_id: id,
      emoji_name: "smile",
      emoji_code: "1f604",
      reaction_type: "unicode_emoji",
      user_id: 2,
      user: { user_id: 2, email: "user2@example.com", full_name: "User 2" },
    });
  });

  test("a reaction to a direct message is told to its participants", async ({ expect }) => {
    const realm = world().realm();
    await react(realm, 3, await realm.direct("alice", [3]));
    const [event] = await realm.eventsOf("reaction");
    expect(event?.audience).toEqual({ to: "users", ids: [1, 3] });
  });

  test("a reaction in a channel with protected history is told to those who received the message", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setChannel(3, { historyPublicToSubscribers: false });
    realm.data.setMembership(1, 3);
    realm.data.setMembership(2, 3);
    const id = await realm.send("alice", { to: "secret" });
    realm.data.setMembership(3, 3);
    await react(realm, 2, id);
    await expect(react(realm, 3, id)).rejects.toThrow("Invalid message(s)");
    const [event] = await realm.eventsOf("reaction");
    expect(event?.audience).toEqual({ to: "users", ids: [1, 2] });
  });

  test("a reaction brings a message from other people into one's history", async ({ expect }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { to: "random" });
    await react(realm, 2, id);
    expect(await realm.ids("bob")).toEqual([id]);
    expect(await realm.flags("bob", id)).toEqual(["read", "historical"]);
    const [event] = await realm.eventsOf("reaction");
    expect(event?.audience).toEqual({ to: "users", ids: [2] });
  });
});

describe("an emoji of the organization (docs/behaviour/messages.md#reactions)", () => {
  const emoji = (id: string, name: string, deactivated = false) => ({
    id,
    name,
    source_url: `/emoji/${id}`,
    still_url: null,
    deactivated,
    author_id: 1,
  });
  const custom = { 5: emoji("5", "parrot"), 6: emoji("6", "old", true), 7: emoji("7", "smile") };

  test("an emoji of the organization is refused under another name, and when it was deactivated (docs/behaviour/messages.md#reactions)", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setSetting("emoji", custom);
    const id = await realm.send("alice");
    for (const [given, message] of [
      [{ emoji_name: "none", reaction_type: "realm_emoji" }, "Invalid custom emoji."],
      [{ emoji_name: "x", emoji_code: "9", reaction_type: "realm_emoji" }, "Invalid custom emoji."],
      [
        { emoji_name: "x", emoji_code: "5", reaction_type: "realm_emoji" },
        "Invalid custom emoji name.",
      ],
      [
        { emoji_name: "old", emoji_code: "6", reaction_type: "realm_emoji" },
        "This custom emoji has been deactivated.",
      ],
      [{ emoji_name: "old" }, "Emoji 'old' does not exist"],
    ] as const)
      await expect(react(realm, 2, id, given), message).rejects.toThrow(message);
    expect(await realm.eventsOf("reaction")).toEqual([]);
  });

  test("an emoji that was deactivated may still be joined on a message that has it", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setSetting("emoji", custom);
    const id = await realm.send("alice");
    const parrot = { emoji_name: "parrot", emoji_code: "5", reaction_type: "realm_emoji" };
    await react(realm, 1, id, parrot);
    realm.data.setSetting("emoji", { ...custom, 5: emoji("5", "parrot", true) });
    const other = await realm.send("alice");
    const gone = "This custom emoji has been deactivated.";
    await expect(react(realm, 2, other, parrot)).rejects.toThrow(gone);
    await react(realm, 2, id, { ...parrot, emoji_name: "whatever it is called" });
    expect((await realm.eventsOf("reaction")).map(({ event }) => event)).toMatchObject([
      { op: "add", user_id: 1, emoji_name: "parrot" },
      { op: "add", user_id: 2, emoji_name: "parrot", emoji_code: "5" },
    ]);
  });

  test("an emoji of the organization is meant by its name before a Unicode emoji, and appears in messages", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setSetting("emoji", custom);
    const id = await realm.send("alice", { content: "one :parrot: and :old:" });
    await react(realm, 2, id, { emoji_name: "parrot" });
    await react(realm, 2, id, { emoji_name: "smile" });
    await react(realm, 3, id, { emoji_name: "smile", emoji_code: "1f604" });
    const { messages } = await realm.fetch("alice", { message_ids: [id] });
    expect(messages[0]?.reactions).toEqual([
      { emoji_name: "parrot", emoji_code: "5", reaction_type: "realm_emoji", user_id: 2 },
      { emoji_name: "smile", emoji_code: "7", reaction_type: "realm_emoji", user_id: 2 },
      { emoji_name: "smile", emoji_code: "1f604", reaction_type: "unicode_emoji", user_id: 3 },
    ]);
    expect(messages[0]?.content).toBe(
      '<p>one <img alt=":parrot:" class="emoji" src="/emoji/5" title="parrot"> and :old:</p>',
    );
  });
});
