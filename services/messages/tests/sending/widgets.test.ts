import { postReply, sendMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

const form = {
  widget_type: "zform",
  extra_data: {
    type: "choices",
    heading: "Which?",
    choices: [{ type: "multiple_choice", short_name: "A", long_name: "Apple", reply: "a" }],
  },
};

async function first(realm: Realm, id: number): Promise<unknown> {
  const { messages } = await realm.fetch("alice", { message_ids: [id] });
  const [submessage] = messages[0]?.submessages ?? [];
  return submessage && (JSON.parse(submessage.content) as unknown);
}

describe("what a message begins with (docs/behaviour/messages.md#polls-and-widgets)", () => {
  test.for([
    [
      "/poll Tea or  coffee? \n- Tea\n* Coffee\n  \n-5\nMilk - no",
      {
        widget_type: "poll",
        extra_data: { question: "Tea or  coffee?", options: ["Tea", "Coffee", "5", "Milk - no"] },
      },
    ],
    ["/poll", { widget_type: "poll", extra_data: { question: "", options: [] } }],
    ["/poll\na", { widget_type: "poll", extra_data: { question: "", options: ["a"] } }],
    [
      "/todo Home\n* Wash: by: noon\n- Cook",
      {
        widget_type: "todo",
        extra_data: {
          task_list_title: "Home",
          tasks: [
            { task: "Wash", desc: "by: noon" },
            { task: "Cook", desc: "" },
          ],
        },
      },
    ],
    [" /poll a", undefined],
    ["/polls a", undefined],
    ["say /poll a", undefined],
    ["/Poll a", undefined],
  ] as const)(
    "a message that begins with a command makes a widget: %j",
    async ([content, widget], { expect }) => {
      const realm = world().realm();
      expect(await first(realm, await realm.send("alice", { content }))).toEqual(widget);
    },
  );

  test("a widget's message keeps its content as typed, and its event carries the widget", async ({
    expect,
  }) => {
    const realm = world().realm();
    const content = "/poll a\n- b @**User 2**";
    const id = await realm.send("alice", { content, local_id: "7", queue_id: "q" });
    const [sent] = await realm.eventsOf("message");
    const { messages } = await realm.fetch("bob", { message_ids: [id], apply_markdown: false });
    const submessages = messages[0]?.submessages;
    expect(submessages).toMatchObject([{ msg_type: "widget", message_id: id, sender_id: 1 }]);
    expect(messages).toMatchObject([{ content, flags: ["mentioned"] }]);
    expect(sent).toMatchObject({
      event: { message: { id, content, submessages } },
      origin: { queueId: "q", localId: "7" },
    });
  });

  test("a widget is sent once for one Idempotency-Key", async ({ expect }) => {
    const realm = world().realm();
    const message = { type: "channel", to: "general", topic: "t", content: "/poll" } as const;
    const ids = await Promise.all(
      [1, 2, 3].map(() => realm.request("alice", sendMessage, message, { key: "same" })),
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await realm.eventsOf("message")).toHaveLength(1);
  });
});

describe("widget_content (docs/behaviour/messages.md#polls-and-widgets)", () => {
  const choices = (changed: object) => ({
    ...form,
    extra_data: { ...form.extra_data, ...changed },
  });
  test.for([
    ["{", "API programmer sent invalid JSON content"],
    [[], "widget_content is not a dict"],
    [{}, "widget_type is not in widget_content"],
    [{ widget_type: "zform" }, "extra_data is not in widget_content"],
    [{ widget_type: "zform", extra_data: 4 }, "extra_data is not a dict"],
    [{ widget_type: "poll", extra_data: {} }, "unknown widget type: poll"],
    [{ widget_type: "zform", extra_data: {} }, "zform is missing type field"],
    [choices({ type: "x" }), "unknown zform type: x"],
    [choices({ heading: undefined }), "heading key is missing from extra_data"],
    [choices({ heading: 1 }), 'extra_data["heading"] is not a string'],
    [choices({ choices: 1 }), 'extra_data["choices"] is not a list'],
    [
      choices({ choices: [{ short_name: "a", long_name: "b" }] }),
      'reply key is missing from extra_data["choices"][0]',
    ],
  ] as const)("%j is refused", async ([given, reason], { expect }) => {
    const realm = world().realm();
    const content = typeof given === "string" ? given : JSON.stringify(given);
    await expect(realm.send("alice", { widget_content: content })).rejects.toThrow(
      `Widgets: ${reason}`,
    );
    expect(await realm.events()).toEqual([]);
  });

  test("widget_content is the message's first submessage, even before that of a command", async ({
    expect,
  }) => {
    const realm = world().realm();
    const widget_content = JSON.stringify({ ...form, more: 1 });
    expect(await first(realm, await realm.send("alice", { widget_content }))).toEqual(form);
    const id = await realm.send("alice", { widget_content, content: "/poll" });
    expect(await first(realm, id)).toEqual(form);
  });

  test("widget_content may come with the reply of an outgoing webhook (docs/behaviour/webhooks.md#replies)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const to = { kind: "channel", channelId: 1, topic: "t" } as const;
    const reply = { realmId: realm.id, botId: 2, to, content: "Which?", key: "k" };
    const post = (widgetContent: string) =>
      world().pool.call(
        postReply,
        { kind: "service", name: "webhooks" },
        { ...reply, widgetContent },
        { realmId: realm.id },
      );
    await expect(post("{}")).rejects.toThrow("Widgets: widget_type is not in widget_content");
    const { messageId } = await post(JSON.stringify(form));
    expect(await first(realm, messageId)).toEqual(form);
  });
});
