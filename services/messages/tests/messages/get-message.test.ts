import { addReaction, getMessage, sendMessage, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("one message (docs/behaviour/messages.md#fetching-one-message)", () => {
  test("one message is withheld as if it did not exist (docs/behaviour/messages.md#access-to-a-message)", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setMembership(1, 3);
    const direct = await realm.direct("alice", [2]);
    const secret = await realm.send("alice", { to: "secret" });
    const elsewhere = await world().realm().send("alice");
    for (const id of [direct, secret, elsewhere, 999_999])
      await expect(realm.request("carol", getMessage, { message_id: id })).rejects.toThrow(
        "Invalid message(s)",
      );
  });

  test("one message comes with its Markdown, its flags, and HTML unless told otherwise", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { content: "*hi*", topic: "", read_by_sender: true });
    const answer = await realm.request("alice", getMessage, { message_id: id });
    expect(answer).toMatchObject({
      raw_content: "*hi*",
      message: { id, content: "<p><em>hi</em></p>", subject: "general chat", flags: ["read"] },
    });
    const plain = { message_id: id, apply_markdown: false, allow_empty_topic_name: true };
    expect(await realm.request("bob", getMessage, plain)).toMatchObject({
      message: { content: "*hi*", subject: "", flags: [] },
    });
  });

  test("one message of a public channel can be read by those who are not subscribed, but not by guests", async ({
    expect,
  }) => {
    const realm = world().realm();
    const id = await realm.send("alice", { to: "random" });
    const { message } = await realm.request("bob", getMessage, { message_id: id });
    expect(message.flags).toEqual(["read", "historical"]);
    await expect(realm.request("guest", getMessage, { message_id: id })).rejects.toThrow(
      "Invalid message",
    );
  });

  test("one message is the same alone and in a page (docs/behaviour/messages.md#fetching-one-message)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const written = {
      type: "channel",
      to: "general",
      content: 'a \u0001 \u0002 \\ " \n\n``` \u001f',
      topic: 'a\\b "c" https://example.com',
    } as const;
    const odd = { client: "odd \u0001\u0002" };
    const { id: control } = await realm.request("alice", sendMessage, written, odd);
    const edited = await realm.send("alice", { content: "once", topic: "" });
    await realm.request("alice", updateMessage, { message_id: edited, content: "/me twice" });
    await realm.request("alice", updateMessage, { message_id: edited, topic: "elsewhere" });
    await realm.request("alice", updateMessage, { message_id: edited, topic: "" });
    const reacted = await realm.send("bob", { content: "@**all** hi" });
    for (const emoji_name of ["smile", "tada"])
      await realm.request("carol", addReaction, { message_id: reacted, emoji_name });
    await realm.mark("alice", "add", "starred", [reacted]);
    const poll = await realm.send("bob", { content: "/poll Tea?\n- yes" });
    const direct = await realm.direct("alice", [2, 3]);
    const ids = [control, edited, reacted, poll, direct];
    for (const form of [
      { apply_markdown: true, allow_empty_topic_name: false },
      { apply_markdown: false, allow_empty_topic_name: true },
    ]) {
      const { messages } = await realm.fetch("alice", { ...form, client_gravatar: false });
      expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
      for (const id of ids) {
        const { message } = await realm.request("alice", getMessage, { message_id: id, ...form });
        expect(messages.find((one) => one.id === id)).toEqual(message);
      }
    }
  });
});
