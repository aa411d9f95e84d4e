import {
  audienceTest,
  deleteAttachment,
  getThumbnail,
  getThumbnailStatus,
  listAttachments,
  updateMessage,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { PictureScaler, type ScaleOutcome } from "@team-chat/pictures";
import { useWorld } from "@team-chat/testkit";
import sharp from "sharp";
import { beforeAll, describe, test } from "vitest";
import { z } from "zod";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { Files, partsOf } from "./files.ts";
import { png } from "./pictures.ts";

/** Scales when it is let. */
class HeldScaler extends PictureScaler {
  calls = 0;
  #held: Promise<void> | undefined;

  override async scale(task: Parameters<PictureScaler["scale"]>[0]): Promise<ScaleOutcome> {
    this.calls += 1;
    await this.#held;
    return super.scale(task);
  }

  /** Lets what is asked from now on wait until the function that it returns is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  /** Lets what is asked from now on be done at once. */
  letGo(): void {
    this.#held = undefined;
  }
}

const scaler = new HeldScaler();
const world = useWorld(() => World.create({ scaler }));
let files: Files;

beforeAll(() => {
  files = new Files(world());
  return () => scaler[Symbol.asyncDispose]();
});

async function picture({ background = "teal", height = 1080, width = 1920 } = {}): Promise<
  Uint8Array<ArrayBuffer>
> {
  const image = sharp({ create: { width, height, channels: 3, background } });
  return new Uint8Array(await image.png().toBuffer());
}

/** Stores a picture, and returns its address once its thumbnails are there. */
async function keep(realm: Realm, name = "c.png", text?: Uint8Array<ArrayBuffer>): Promise<string> {
  const url = await files.keep(realm, 1, { name, text: text ?? (await picture()) });
  await world().makeThumbnails();
  return url;
}

function thumbnailOf(url: string, format = "840x560.webp"): string {
  return `${url.replace("/user_uploads/", "/user_uploads/thumbnail/")}/${format}`;
}

function fetched(realm: Realm, userId: number, url: string): Promise<Response> {
  const path = url.replace("/user_uploads/", "/files/");
  return world().fetch({ ...getThumbnail, path }, realm.identity(userId));
}

/** Counts what is stored of the realm's files and thumbnails. */
function pieces({ id }: Realm): Promise<number> {
  return world().db.oneFirst(sql.type(z.object({ count: z.number() }))`
    select count(distinct path_id)::int8 as count from file_piece where realm_id = ${id}`);
}

async function hasThumbnail(realm: Realm, url: string): Promise<boolean> {
  return (await realm.request("alice", getThumbnailStatus, partsOf(url))).has_thumbnail;
}

const original = 'data-original-content-type="image/png" data-original-dimensions="1920x1080"';

function shown(url: string, image: string): string {
  return `<p><a href="${url}">c</a></p>\n<div class="message_inline_image"><a href="${url}" title="c">${image}</a></div>`;
}

const waiting = `<img class="image-loading-placeholder" ${original} src="/static/images/loading/loader-black.svg">`;
const ready = (url: string) => `<img ${original} src="${thumbnailOf(url)}">`;

describe("thumbnails (docs/behaviour/uploads.md#thumbnails)", () => {
  test("a thumbnail of a missing, a foreign and a hidden file, and one in no known format, is not found", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await keep(realm);
    const theirs = await keep(world().realm());
    const text = await files.upload(realm, 1, "a.txt");
    const asked = [
      [1, thumbnailOf(`${url}x`)],
      [1, thumbnailOf(theirs)],
      [2, thumbnailOf(url)],
      [1, thumbnailOf(url, "840x560-anim.webp")],
      [1, thumbnailOf(url, "1x1.webp")],
      [1, thumbnailOf(text)],
      [1, `/user_uploads/thumbnail/${realm.id}/x`],
    ] as const;
    for (const [userId, address] of asked) {
      const answer = await fetched(realm, userId, address);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ result: "error", msg: "File not found." });
    }
  });

  test("a thumbnail is for those who may read the file, and no larger than its format", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await keep(realm);
    expect(await hasThumbnail(realm, url)).toBe(true);
    await realm.direct("alice", [2], `[c](${url})`);
    for (const userId of [1, 2]) {
      const answer = await fetched(realm, userId, thumbnailOf(url));
      expect(answer.headers.get("content-type")).toBe("image/webp");
      expect(answer.headers.get("cache-control")).toMatch(/^private/);
      const { format, height, width } = await sharp(await answer.arrayBuffer()).metadata();
      expect({ format, height, width }).toEqual({ format: "webp", height: 473, width: 840 });
    }
    expect((await fetched(realm, 3, thumbnailOf(url))).status).toBe(404);
  });

  test("a message shows that a thumbnail is to come, and its readers are told when it is there", async ({
    expect,
  }) => {
    const realm = world().realm();
    const release = scaler.hold();
    const url = await files.keep(realm, 1, { name: "c.png", text: await picture() });
    const content = `[c](${url})`;
    const id = await realm.send("alice", { content });
    const direct = await realm.direct("alice", [2], content);
    const contentOf = async (who: "alice" | "bob") =>
      (await realm.fetch(who, { message_ids: [id, direct] })).messages;
    expect(await contentOf("bob")).toMatchObject([
      { content: shown(url, waiting) },
      { content: shown(url, waiting) },
    ]);
    expect(await hasThumbnail(realm, url)).toBe(false);
    expect((await fetched(realm, 1, thumbnailOf(url))).status).toBe(404);
    scaler.letGo();
    release();
    await world().makeThumbnails();
    const messages = await contentOf("bob");
    expect(messages).toMatchObject([
      { content: shown(url, ready(url)) },
      { content: shown(url, ready(url)) },
    ]);
    for (const message of messages) expect(message).not.toHaveProperty("last_edit_timestamp");
    const announced = await realm.eventsOf("update_message");
    expect(announced.map(({ event }) => event)).toMatchObject([
      {
        user_id: null,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        stream_id: 1,
        stream_name: "general",
        content,
        rendered_content: shown(url, ready(url)),
        is_me_message: false,
      },
      { rendering_only: true, message_id: direct, rendered_content: shown(url, ready(url)) },
    ]);
    expect(announced.map(({ audience }) => audienceTest(audience)(3))).toEqual([true, false]);
    expect(announced.map(({ flags }) => flags)).toEqual([{ "*": [] }, { "*": [] }]);
    const next = await realm.send("bob", { content });
    expect((await realm.fetch("carol", { message_ids: [next] })).messages).toMatchObject([
      { content: shown(url, ready(url)) },
    ]);
  });

  test("a message that was rendered before a thumbnail was there and is written after shows it, also after an edit", async ({
    expect,
  }) => {
    const realm = world().realm();
    const edited = await realm.send("alice", { content: "nothing" });
    const release = scaler.hold();
    const url = await files.keep(realm, 1, { name: "c.png", text: await picture() });
    const writing = await world().holdRealm(realm.id);
    scaler.letGo();
    release();
    // Its bytes are there; all that is left waits for the realm.
    await expect.poll(() => pieces(realm)).toBe(2);
    const content = `[c](${url})`;
    const sending = realm.send("alice", { content });
    const editing = realm.request("alice", updateMessage, { message_id: edited, content });
    const making = world().makeThumbnails();
    writing();
    const sent = await sending;
    await Promise.all([editing, making]);
    expect((await realm.fetch("bob", { message_ids: [edited, sent] })).messages).toMatchObject([
      { content: shown(url, ready(url)) },
      { content: shown(url, ready(url)) },
    ]);
  });

  test("a thumbnail of a picture that moves goes on moving, and there is one that does not", async ({
    expect,
  }) => {
    const realm = world().realm();
    const frames = await Promise.all(
      ["red", "blue"].map((background) => picture({ width: 90, height: 60, background })),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const url = await keep(realm, "c.gif", new Uint8Array(gif));
    await realm.send("alice", { content: `[c](${url})` });
    expect(await realm.eventsOf("message")).toMatchObject([
      {
        event: {
          message: {
            rendered_content: shown(
              url,
              `<img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="90x60" src="${thumbnailOf(url, "840x560-anim.webp")}">`,
            ),
          },
        },
      },
    ]);
    const pages = [];
    for (const format of ["840x560-anim.webp", "840x560.webp"]) {
      const bytes = await (await fetched(realm, 1, thumbnailOf(url, format))).arrayBuffer();
      pages.push((await sharp(bytes).metadata()).pages ?? 1);
    }
    expect(pages).toEqual([2, 1]);
  });

  test("a picture that cannot be made smaller is shown itself, and one of too many pixels is only a link", async ({
    expect,
  }) => {
    const realm = world().realm();
    const release = scaler.hold();
    const url = await files.keep(realm, 1, { name: "c.png", text: png(1920, 1080) });
    const bomb = await files.keep(realm, 1, { name: "c.png", text: png(30_000, 30_000) });
    const id = await realm.send("alice", { content: `[c](${url})` });
    const link = await realm.send("alice", { content: `[c](${bomb})` });
    scaler.letGo();
    release();
    await world().makeThumbnails();
    expect(await hasThumbnail(realm, url)).toBe(false);
    expect((await realm.fetch("bob", { message_ids: [id, link] })).messages).toMatchObject([
      { content: shown(url, `<img ${original} src="${url}">`) },
      { content: `<p><a href="${bomb}">c</a></p>` },
    ]);
    expect(await realm.eventsOf("update_message")).toMatchObject([{ event: { message_id: id } }]);
  });

  test("thumbnails are made once: after a process that ended over them by another, whatever the first still does", async ({
    expect,
  }) => {
    const realm = world().realm();
    const release = scaler.hold();
    const before = scaler.calls;
    const url = await files.keep(realm, 1, { name: "c.png", text: await picture() });
    const id = await realm.send("alice", { content: `[c](${url})` });
    const { service } = await world().replica();
    await world().makeThumbnails(service);
    expect(scaler.calls - before).toBeLessThanOrEqual(1);
    expect(await hasThumbnail(realm, url)).toBe(false);
    scaler.letGo();
    world().clock.aheadMs += 121_000;
    await world().makeThumbnails(service);
    expect(await hasThumbnail(realm, url)).toBe(true);
    release();
    await world().makeThumbnails();
    expect(scaler.calls - before).toBe(2);
    expect(await realm.eventsOf("update_message")).toMatchObject([{ event: { message_id: id } }]);
    expect((await fetched(realm, 1, thumbnailOf(url))).status).toBe(200);
  });

  test("thumbnails go with their file", async ({ expect }) => {
    const realm = world().realm();
    await keep(realm);
    const { attachments } = await realm.request("alice", listAttachments, {});
    expect(await pieces(realm)).toBe(2);
    await realm.request("alice", deleteAttachment, { attachment_id: attachments[0]?.id ?? 0 });
    await world().cleanFiles();
    expect(await pieces(realm)).toBe(0);
  });
});
