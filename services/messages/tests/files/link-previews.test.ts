import { audienceTest, deleteMessage, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { endClaims, lookUpPages, picture, pictureOf } from "./page-lookups.ts";

const world = useWorld(() => World.create());
let realm: Realm;
/** Part of the addresses of one test, so that what one test asks for no other does. */
let host: string;
let hosts = 0;

beforeEach(() => {
  world().clock.aheadMs = 0;
  realm = world().realm();
  realm.data.setSetting("inline_url_embed_preview", true);
  hosts += 1;
  host = `https://host${hosts}.example.com`;
});

function pageAt(path: string): string {
  return `${host}/${path}`;
}

async function contentOf(id: number): Promise<string | undefined> {
  return (await realm.fetch("bob", { message_ids: [id] })).messages[0]?.content;
}

function linkTo(url: string): string {
  return `<p><a href="${url}">${url}</a></p>`;
}

function embed(url: string, { title = "A page", description = "", image = "" } = {}): string {
  const text =
    description === "" ? "" : `<div class="message_embed_description">${description}</div>`;
  return `\n<div class="message_embed">${image}<div class="data-container"><div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div>${text}</div></div>`;
}

describe("previews of pages (docs/behaviour/markdown.md#previews-of-pages)", () => {
  test("a page is neither asked for nor shown unless the organization wants it", async ({
    expect,
  }) => {
    realm.data.setSetting("inline_url_embed_preview", false);
    world().pages.has(pageAt("a"));
    const id = await realm.send("alice", { content: pageAt("a") });
    await lookUpPages(world());
    expect(await contentOf(id)).toBe(linkTo(pageAt("a")));
    expect(world().pages.count(pageAt("a"))).toBe(0);
  });

  test("a page is shown below the message, with our own copy of its picture, and the readers are told", async ({
    expect,
  }) => {
    const url = pageAt("a?b=1&c=2");
    world().pages.has(url, {
      title: 'Tea & <b>"cakes"</b>',
      description: "All <i>about</i> tea",
      bytes: [await picture()],
    });
    const id = await realm.send("alice", { content: `see ${url}` });
    const direct = await realm.direct("alice", [2], `also ${url}`);
    await lookUpPages(world());
    const address = await pictureOf(realm, id);
    const href = url.replaceAll("&", "&amp;");
    const html =
      `<p>see <a href="${href}">${href}</a></p>\n<div class="message_embed">` +
      `<a class="message_embed_image" href="${href}" style="background-image: url(&quot;${address}&quot;)"></a>` +
      `<div class="data-container"><div class="message_embed_title"><a href="${href}" title="Tea &amp; &lt;b&gt;&quot;cakes&quot;&lt;/b&gt;">` +
      'Tea &amp; &lt;b&gt;"cakes"&lt;/b&gt;</a></div><div class="message_embed_description">All &lt;i&gt;about&lt;/i&gt; tea</div></div></div>';
    expect(await contentOf(id)).toBe(html);
    const announced = await realm.eventsOf("update_message");
    expect(announced.map(({ event }) => event)).toMatchObject([
      {
        user_id: null,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        stream_id: 1,
        content: `see ${url}`,
        rendered_content: html,
      },
      { rendering_only: true, message_id: direct },
    ]);
    expect(announced.map(({ audience }) => audienceTest(audience)(3))).toEqual([true, false]);
    const [message] = (await realm.fetch("bob", { message_ids: [id] })).messages;
    expect(message).not.toHaveProperty("last_edit_timestamp");
    expect(world().pages.count(url)).toBe(1);
  });

  test("pages are shown in the order of their links, those of bots not at all", async ({
    expect,
  }) => {
    for (const path of ["a", "b", "c"]) world().pages.has(pageAt(path));
    world().pages.loses(pageAt("b"));
    realm.data.setUser(9, { isBot: true });
    realm.data.setMembership(9, 1);
    const content = `${pageAt("c")} ${pageAt("b")} ${pageAt("a")}`;
    const id = await realm.send("alice", { content });
    const ofBot = await realm.send(9, { content });
    await lookUpPages(world());
    const shown = async () => [
      ...((await contentOf(id)) ?? "").matchAll(/_title"><a href="([^"]+)/g),
    ];
    expect((await shown()).map(([, url]) => url)).toEqual([pageAt("c"), pageAt("a")]);
    world().pages.has(pageAt("b"));
    world().clock.aheadMs += 31_000;
    await lookUpPages(world());
    expect((await shown()).map(([, url]) => url)).toEqual(["c", "b", "a"].map(pageAt));
    expect(await contentOf(ofBot)).not.toContain("message_embed");
  });

  test("a page that does not answer is asked for three times", async ({ expect }) => {
    world().pages.loses(pageAt("a"));
    const id = await realm.send("alice", { content: pageAt("a") });
    for (const waitMs of [0, 31_000, 301_000, 86_000_000]) {
      world().clock.aheadMs += waitMs;
      await lookUpPages(world());
    }
    expect(world().pages.count(pageAt("a"))).toBe(3);
    expect(await contentOf(id)).toBe(linkTo(pageAt("a")));
    expect(await realm.eventsOf("update_message")).toEqual([]);
  });

  test("a page is asked for once a day, whoever links to it", async ({ expect }) => {
    const url = pageAt("a");
    world().pages.has(url);
    const release = world().pages.hold();
    const ids = [];
    for (const who of ["alice", "bob"] as const) ids.push(await realm.send(who, { content: url }));
    const looking = lookUpPages(world());
    ids.push(await realm.send("carol", { content: url }));
    release();
    await looking;
    ids.push(await realm.send("alice", { content: url }));
    await lookUpPages(world());
    for (const id of ids) expect(await contentOf(id)).toBe(linkTo(url) + embed(url));
    expect(world().pages.count(url)).toBe(1);
    world().clock.aheadMs += 86_400_001;
    world().pages.has(url, { title: "Another" });
    const id = await realm.send("alice", { content: url });
    await lookUpPages(world());
    expect(await contentOf(id)).toBe(linkTo(url) + embed(url, { title: "Another" }));
    expect(await contentOf(ids[0] ?? 0)).toBe(linkTo(url) + embed(url));
  });

  test("a message that was edited meanwhile shows the pages of its new text alone", async ({
    expect,
  }) => {
    for (const path of ["a", "b"]) world().pages.has(pageAt(path));
    const release = world().pages.hold();
    const id = await realm.send("alice", { content: pageAt("a") });
    const other = await realm.send("alice", { content: pageAt("a") });
    const looking = lookUpPages(world());
    await expect.poll(() => world().pages.count(pageAt("a"))).toBe(1);
    await realm.request("alice", updateMessage, { message_id: id, content: pageAt("b") });
    await realm.request("alice", updateMessage, { message_id: other, content: "nothing" });
    release();
    await looking;
    await lookUpPages(world());
    expect(await contentOf(id)).toBe(linkTo(pageAt("b")) + embed(pageAt("b")));
    expect(await contentOf(other)).toBe("<p>nothing</p>");
    await realm.request("alice", updateMessage, { message_id: id, content: "nothing" });
    expect(await contentOf(id)).toBe("<p>nothing</p>");
  });

  test("a message that was deleted meanwhile shows nothing, and nobody is told", async ({
    expect,
  }) => {
    world().pages.has(pageAt("a"));
    const release = world().pages.hold();
    const id = await realm.send("alice", { content: pageAt("a") });
    const looking = lookUpPages(world());
    await expect.poll(() => world().pages.count(pageAt("a"))).toBe(1);
    realm.data.setUser(1, { role: 200 });
    await realm.request("alice", deleteMessage, { message_id: id });
    release();
    await looking;
    expect(await realm.eventsOf("update_message")).toEqual([]);
  });

  test("a page shows nothing once the organization wants no previews any more", async ({
    expect,
  }) => {
    world().pages.has(pageAt("a"));
    world().pages.has(pageAt("b"));
    const release = world().pages.hold();
    const id = await realm.send("alice", { content: pageAt("a") });
    const looking = lookUpPages(world());
    await expect.poll(() => world().pages.count(pageAt("a"))).toBe(1);
    realm.data.setSetting("inline_url_embed_preview", false);
    release();
    await looking;
    expect(await contentOf(id)).toBe(linkTo(pageAt("a")));
  });

  test("a page that another process has looked up meanwhile is shown once", async ({ expect }) => {
    world().pages.has(pageAt("a"));
    const release = world().pages.hold();
    const id = await realm.send("alice", { content: pageAt("a") });
    const looking = lookUpPages(world());
    await expect.poll(() => world().pages.count(pageAt("a"))).toBe(1);
    // As when the process had ended, or was stopped for longer than its claim lasts.
    await endClaims(world());
    const { service } = await world().replica();
    void service.lookUpPages();
    await expect.poll(() => world().pages.count(pageAt("a"))).toBe(2);
    release();
    await looking;
    expect(await contentOf(id)).toBe(linkTo(pageAt("a")) + embed(pageAt("a")));
    expect(await realm.eventsOf("update_message")).toHaveLength(1);
  });
});
