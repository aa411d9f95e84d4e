import { renderMessage, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

async function rendered(realm: Realm, userId: number, content: string): Promise<string> {
  return (await realm.request(userId, renderMessage, { content })).rendered;
}

function linkTo(topic: string, id: number | null): string {
  const place = id === null ? "" : `/with/${id}`;
  return `<p><a class="stream-topic" data-stream-id="1" href="/#narrow/channel/1-general/topic/${topic}${place}">#general &gt; ${topic}</a></p>`;
}

describe("links to topics (docs/behaviour/markdown.md#links-to-channels)", () => {
  test("links to topics lead to the latest message, whatever the case of the topic", async ({
    expect,
  }) => {
    const realm = world().realm();
    await realm.send("alice", { topic: "Deploy" });
    const latest = await realm.send("bob", { topic: "deploy" });
    await realm.send("bob", { topic: "other" });
    expect(await rendered(realm, 1, "#**general>DEPLOY**")).toBe(linkTo("DEPLOY", latest));
    expect(await rendered(realm, 1, "#**general>none**")).toBe(linkTo("none", null));
  });

  test("links to topics lead to nothing that their author may not read", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setChannel(1, { isPrivate: true, historyPublicToSubscribers: false });
    const before = await realm.send("alice", { topic: "old" });
    realm.data.setUser(77);
    realm.data.setMembership(77, 1);
    const after = await realm.send("alice", { topic: "new" });
    expect(await rendered(realm, 77, "#**general>old**")).toBe(linkTo("old", null));
    expect(await rendered(realm, 77, "#**general>new**")).toBe(linkTo("new", after));
    expect(await rendered(realm, 1, "#**general>old**")).toBe(linkTo("old", before));
  });
});

describe("the organization's linkifiers (docs/behaviour/markdown.md#linkifiers-in-text)", () => {
  const linkifiers = [
    { id: 1, pattern: "#(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}" },
  ];
  const link = { text: "#12", url: "https://t.example.com/12" };

  test("linkifiers make links of content and of topics, in answers and events", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setSetting("linkifiers", linkifiers);
    const id = await realm.send("alice", { topic: "fix #12", content: "see #3" });
    const { messages } = await realm.fetch("alice", { message_ids: [id] });
    expect(messages).toMatchObject([
      {
        content: '<p>see <a href="https://t.example.com/3">#3</a></p>',
        topic_links: [link],
      },
    ]);
    expect(await realm.eventsOf("message")).toMatchObject([
      { event: { message: { topic_links: [link] } } },
    ]);
  });

  test("linkifiers make links of a topic that messages are moved to", async ({ expect }) => {
    const realm = world().realm();
    realm.data.setSetting("linkifiers", linkifiers);
    const id = await realm.send("alice");
    await realm.request("alice", updateMessage, { message_id: id, topic: "#12" });
    expect(await realm.eventsOf("update_message")).toMatchObject([
      { event: { subject: "#12", topic_links: [link] } },
    ]);
  });
});

test("settings of the organization and of the author hold (docs/behaviour/markdown.md#previews)", async ({
  expect,
}) => {
  const realm = world().realm();
  realm.data.setSetting("default_code_block_language", "python");
  realm.data.setUser(2, { settings: { translate_emoticons: true } });
  expect(await rendered(realm, 1, "```\n1\n```")).toContain('data-code-language="Python"');
  expect(await rendered(realm, 1, ":)")).toBe("<p>:)</p>");
  expect(await rendered(realm, 2, ":)")).toContain('class="emoji emoji-1f604"');
  expect(await rendered(realm, 1, "https://x.y/a.png")).toContain("message_inline_image");
  realm.data.setSetting("inline_image_preview", false);
  expect(await rendered(realm, 1, "https://x.y/a.png")).not.toContain("message_inline_image");
});

test("messages with images are found, also after an edit (docs/behaviour/markdown.md#facts-from-rendering)", async ({
  expect,
}) => {
  const realm = world().realm();
  const first = await realm.send("alice", { content: "https://x.y/a.png" });
  const second = await realm.send("alice", { content: "https://x.y/" });
  const hasImage = [{ operator: "has", operand: "image" }];
  expect(await realm.ids("alice", hasImage)).toEqual([first]);
  await realm.request("alice", updateMessage, { message_id: first, content: "nothing" });
  await realm.request("alice", updateMessage, { message_id: second, content: "https://x.y/b.png" });
  expect(await realm.ids("alice", hasImage)).toEqual([second]);
});
