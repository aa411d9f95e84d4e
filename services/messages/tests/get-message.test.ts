import { getMessage } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await World.create();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe("one message", () => {
  test("is withheld alike when it does not exist and when it is not the caller's to read", async ({
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

  test("comes with its Markdown, its flags, and HTML unless told otherwise", async ({ expect }) => {
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

  test("of a public channel can be read from outside, but not by guests", async ({ expect }) => {
    const realm = world.realm();
    const id = await realm.send(1, { to: "random" });
    const { message } = await realm.request(2, getMessage, { message_id: id });
    expect(message.flags).toEqual(["read", "historical"]);
    await expect(realm.request(4, getMessage, { message_id: id })).rejects.toThrow(
      "Invalid message",
    );
  });
});
