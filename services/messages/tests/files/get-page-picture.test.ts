import { deleteMessage, getPagePicture, restoreMessages } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import sharp from "sharp";
import { beforeEach, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { countPictures, lookUpPages, picture, pictureOf } from "./page-lookups.ts";

const world = useWorld(() => World.create());
const page = "https://pond.example.com/";
let realm: Realm;

beforeEach(async () => {
  world().clock.aheadMs = 0;
  realm = world().realm();
  realm.data.setSetting("inline_url_embed_preview", true);
  world().pages.has(page, { bytes: [await picture()] });
});

function fetched(url: string, { as = 1, of = realm } = {}): Promise<Response> {
  return world().fetch({ ...getPagePicture, path: url }, of.identity(as));
}

describe("pictures of pages (docs/behaviour/markdown.md#previews-of-pages)", () => {
  test("the picture of a page is not found by whoever may read no message that shows it", async ({
    expect,
  }) => {
    const id = await realm.direct("alice", [2], page);
    await lookUpPages(world());
    const url = await pictureOf(realm, id);
    expect(url).toMatch(/^\/external_content\/[\w-]{24}\.webp$/);
    const refused = [
      fetched(url, { as: 3 }),
      fetched(url, { of: world().realm() }),
      fetched("/external_content/x.webp"),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ result: "error", msg: "File not found." });
    }
  });

  test("the picture of a page is a small copy, for whoever may read a message that shows it", async ({
    expect,
  }) => {
    const id = await realm.send("alice", { content: page });
    await lookUpPages(world());
    const address = await pictureOf(realm, id);
    const answer = await fetched(address, { as: 2 });
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const { format, height, width } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ format, height, width }).toEqual({ format: "webp", height: 200, width: 400 });
  });

  test("a message that comes back from the archive has its picture again, one that went for good takes it along", async ({
    expect,
  }) => {
    realm.data.setUser(1, { role: 200 });
    const id = await realm.send("alice", { content: page });
    await lookUpPages(world());
    const url = await pictureOf(realm, id);
    await realm.request("alice", deleteMessage, { message_id: id });
    expect((await fetched(url)).status).toBe(404);
    await world().cleanFiles();
    await realm.request("alice", restoreMessages, { message_id: id });
    expect((await fetched(url)).status).toBe(200);
    await realm.request("alice", deleteMessage, { message_id: id });
    await world().daysLater(31);
    await world().cleanFiles();
    expect(await countPictures(world(), realm.id)).toBe(0);
  });
});
