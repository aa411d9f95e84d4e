import {
  deleteAttachment,
  listAttachments,
  renderMessage,
  updateMessage,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import type { Realm } from "../realm.ts";
import { World } from "../world.ts";
import { Files } from "./files.ts";
import { png } from "./pictures.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

const hasImage = [["has", "image"]] as const;
const hasAttachment = [["has", "attachment"]] as const;

/** A picture of which no thumbnails could be made, as it ends after its header. */
async function picture(realm: Realm, userId: number, name = "c.png"): Promise<string> {
  const url = await files.keep(realm, userId, { name, text: png(1920, 1080) });
  await world().makeThumbnails();
  return url;
}

async function rendered(realm: Realm, userId: number, content: string): Promise<string> {
  return (await realm.request(userId, renderMessage, { content })).rendered;
}

function linkOf(url: string): string {
  return `<p><a href="${url}">c</a></p>`;
}

function shown(url: string): string {
  const original = 'data-original-content-type="image/png" data-original-dimensions="1920x1080"';
  return `${linkOf(url)}\n<div class="message_inline_image"><a href="${url}" title="c"><img ${original} src="${url}"></a></div>`;
}

describe("uploaded files in messages (docs/behaviour/markdown.md#uploaded-files)", () => {
  test("uploaded files of others, of other organizations and of nobody are only links", async ({
    expect,
  }) => {
    const realm = world().realm();
    const foreign = await picture(realm, 1);
    const elsewhere = await picture(world().realm(), 2);
    const gone = `${foreign.slice(0, -5)}d.png`;
    for (const url of [foreign, elsewhere, gone]) {
      expect(await rendered(realm, 2, `[c](${url})`)).toBe(linkOf(url));
      await realm.send("bob", { content: `[c](${url})` });
    }
    expect(await realm.ids("bob", hasImage)).toEqual([]);
    expect(await realm.ids("bob", hasAttachment)).toEqual([]);
    const { attachments } = await realm.request("alice", listAttachments, {});
    expect(attachments).toMatchObject([{ messages: [] }]);
  });

  test("uploaded files that are no pictures, whatever they are called, are only links", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1, "c.png");
    const id = await realm.send("alice", { content: `[c](${url})` });
    expect((await realm.fetch("alice", { message_ids: [id] })).messages).toMatchObject([
      { content: linkOf(url) },
    ]);
    expect(await realm.ids("alice", hasImage)).toEqual([]);
    expect(await realm.ids("alice", hasAttachment)).toEqual([id]);
  });

  test("uploaded pictures are shown, as sent and in the event, and are facts of the message", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await picture(realm, 1);
    const id = await realm.send("alice", { content: `[c](${url})` });
    expect((await realm.fetch("bob", { message_ids: [id] })).messages).toMatchObject([
      { content: shown(url) },
    ]);
    expect(await realm.eventsOf("message")).toMatchObject([
      { event: { message: { rendered_content: shown(url) } } },
    ]);
    expect(await realm.ids("bob", hasImage)).toEqual([id]);
    expect(await realm.ids("bob", hasAttachment)).toEqual([id]);
  });

  test("uploaded files may be shared by those who may read a message with them, and by nobody else", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await picture(realm, 1);
    await realm.direct("alice", [2], `[c](${url})`);
    expect(await rendered(realm, 2, `[c](${url})`)).toBe(shown(url));
    expect(await rendered(realm, 3, `[c](${url})`)).toBe(linkOf(url));
  });

  test("uploaded files are shown as an edit of their message says", async ({ expect }) => {
    const realm = world().realm();
    const url = await picture(realm, 1);
    const id = await realm.send("alice", { content: "nothing" });
    const edit = (content: string) =>
      realm.request("alice", updateMessage, { message_id: id, content });
    await edit(`[c](${url})`);
    expect(await realm.eventsOf("update_message")).toMatchObject([
      { event: { rendered_content: shown(url) } },
    ]);
    expect(await realm.ids("bob", hasImage)).toEqual([id]);
    expect(await realm.ids("bob", hasAttachment)).toEqual([id]);
    await edit("nothing");
    expect(await realm.ids("bob", hasImage)).toEqual([]);
    expect(await realm.ids("bob", hasAttachment)).toEqual([]);
  });

  test("uploaded files are found under encoded addresses, and not once they are deleted", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await picture(realm, 1, "ж.png");
    const encoded = encodeURI(url);
    expect(await rendered(realm, 1, `[c](${encoded})`)).toContain('dimensions="1920x1080"');
    expect(await rendered(realm, 1, `[c](${url})`)).toContain('dimensions="1920x1080"');
    const { attachments } = await realm.request("alice", listAttachments, {});
    await realm.request("alice", deleteAttachment, { attachment_id: attachments[0]?.id ?? 0 });
    expect(await rendered(realm, 1, `[c](${encoded})`)).toBe(linkOf(encoded));
  });

  test("uploaded films are shown as films that play", async ({ expect }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1, "v.mp4");
    await realm.send("alice", { content: `[v](${url})` });
    expect(await rendered(realm, 1, `[v](${url})`)).toContain(
      `<video preload="metadata" src="${url}"></video>`,
    );
    expect(await rendered(realm, 3, `[v](/user_uploads/${realm.id}/xx/v.mp4)`)).not.toContain(
      "<video",
    );
  });
});
