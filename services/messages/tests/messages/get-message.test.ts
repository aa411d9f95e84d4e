import { addReaction, getMessage, updateMessage } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe("one message (docs/behaviour/messages.md#fetching-one-message)", () => {
  test("one message is withheld as if it did not exist (docs/behaviour/messages.md#access-to-a-message)", async ({
    expect,
  }) => {
    const realm = world.realm();
    realm.data.setMembership(1, 3);
    const direct = await realm.direct(1, [2]);
    const secret = await realm.send(1, { to: "secret" });
    const elsewhere = await world.realm().send(1);
    for (const id of [direct, secret, elsewhere, 999_999])
      await expect(realm.request(3, getMessage, { message_id: id })).rejects.toThrow(
        "Invalid message(s)",
      );
  });

  test("one message comes with its Markdown, its flags, and HTML unless told otherwise", async ({
    expect,
  }) => {
    const realm = world.realm();
    const id = await realm.send(1, { content: "*hi*", topic: "", read_by_sender: true });
    const answer = await realm.request(1, getMessage, { message_id: id });
    expect(answer).toMatchObject({
      raw_content: "*hi*",
      message: { id, content: "<p><em>hi</em></p>", subject: "general chat", flags: ["read"] },
    });
    const plain = { message_id: id, apply_markdown: false, allow_empty_topic_name: true };
    expect(await realm.request(2, getMessage, plain)).toMatchObject({
      message: { content: "*hi*", subject: "", flags: [] },
    });
  });

  test("one message of a public channel can be read by those who are not subscribed, but not by guests", async ({
    expect,
  }) => {
    const realm = world.realm();
    const id = await realm.send(1, { to: "random" });
    const { message } = await realm.request(2, getMessage, { message_id: id });
    expect(message.flags).toEqual(["read", "historical"]);
    await expect(realm.request(4, getMessage, { message_id: id })).rejects.toThrow(
      "Invalid message",
    );
  });

  test("one message is the same alone and in a page (docs/behaviour/messages.md#fetching-one-message)", async ({
    expect,
  }) => {
    const realm = world.realm();
    const control = await realm.send(1, {
      content: 'a \u0001 \u0002 \\ " \n\n``` \u001f',
      topic: 'a\\b "c" https://example.com',
      client: "odd \u0001\u0002",
    } as never);
    const edited = await realm.send(1, { content: "once", topic: "" });
    await realm.request(1, updateMessage, { message_id: edited, content: "/me twice" });
    await realm.request(1, updateMessage, { message_id: edited, topic: "elsewhere" });
    await realm.request(1, updateMessage, { message_id: edited, topic: "" });
    const reacted = await realm.send(2, { content: "@**all** hi" });
    for (const emoji_name of ["smile", "tada"])
      await realm.request(3, addReaction, { message_id: reacted, emoji_name });
    await realm.mark(1, "add", "starred", [reacted]);
    const poll = await realm.send(2, { content: "/poll Tea?\n- yes" });
    const direct = await realm.direct(1, [2, 3]);
    const ids = [control, edited, reacted, poll, direct];
    for (const form of [
      { apply_markdown: true, allow_empty_topic_name: false },
      { apply_markdown: false, allow_empty_topic_name: true },
    ]) {
      const { messages } = await realm.fetch(1, { ...form, client_gravatar: false });
      expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
      for (const id of ids) {
        const { message } = await realm.request(1, getMessage, { message_id: id, ...form });
        expect(messages.find((one) => one.id === id)).toEqual(message);
      }
    }
  });
});
