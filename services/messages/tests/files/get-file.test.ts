import { deleteMessage, listAttachments, updateMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { groups } from "../realm-data.ts";
import { World } from "../world.ts";
import { Files } from "./files.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

describe("a file (docs/behaviour/uploads.md#access-to-files)", () => {
  test("a file is for its owner, and for those who may read a message that links to it", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1);
    expect((await files.read(realm, 2, url)).status).toBe(404);
    const own = await files.read(realm, 1, url);
    expect(await own.text()).toBe("the bytes");
    expect(own.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(own.headers.get("content-disposition")).toBe("inline; filename*=UTF-8''a.txt");
    expect(own.headers.get("cache-control")).toMatch(/^private/);
    await realm.direct("alice", [2], `see [it](${url})`);
    expect((await files.read(realm, 2, url)).status).toBe(200);
    expect((await files.read(realm, 3, url)).status).toBe(404);
    await realm.direct("carol", [4], `guessed ${url}`);
    expect((await files.read(realm, 4, url)).status).toBe(404);
    await realm.send("bob", { content: `on to [all](http://localhost${url})` });
    expect((await files.read(realm, 3, url)).status).toBe(200);
  });

  test("a file is linked to by messages as they are sent, edited and deleted", async ({
    expect,
  }) => {
    const realm = world().realm();
    realm.data.setSetting("can_delete_own_message_group", groups.everyone);
    const url = await files.upload(realm, 1);
    const id = await realm.send("alice", { content: `[f](${url})` });
    const linked = async () => {
      const { attachments } = await realm.request("alice", listAttachments, {});
      return attachments[0]?.messages.map((message) => message.id);
    };
    expect(await linked()).toEqual([id]);
    expect(await realm.ids("bob", [["has", "attachment"]])).toEqual([id]);
    const edit = async (content: string) => {
      const params = { message_id: id, content };
      return (await realm.request("alice", updateMessage, params)).detached_uploads;
    };
    const [file] = (await realm.request("alice", listAttachments, {})).attachments;
    expect(await edit(`no link: \`[f](${url})\``)).toEqual([{ ...file, messages: [] }]);
    expect(await linked()).toEqual([]);
    expect(await realm.ids("bob", [["has", "attachment"]])).toEqual([]);
    expect(await edit(`again [f](${url})`)).toEqual([]);
    expect(await linked()).toEqual([id]);
    await realm.request("alice", deleteMessage, { message_id: id });
    expect(await linked()).toEqual([]);
    const announced = (await realm.eventsOf("attachment")).map(({ event }) => {
      const { messages } = event["attachment"] as { messages: { id: number }[] };
      return [event["op"], messages.map((message) => message.id)];
    });
    expect(announced).toEqual([
      ["add", []],
      ["update", [id]],
      ["update", []],
      ["update", [id]],
      ["update", []],
    ]);
  });

  test("a file of unknown kind is saved, never shown", async ({ expect }) => {
    const realm = world().realm();
    const page = await files.read(realm, 1, await files.upload(realm, 1, "x.html"));
    expect(page.headers.get("content-type")).toBe("application/octet-stream");
    expect(page.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''x.html");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("a file is sent in part when a range is asked for (docs/behaviour/uploads.md#fetching-files)", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1);
    const whole = await files.read(realm, 1, url);
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    const part = await files.read(realm, 1, url, "bytes=4-6");
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 4-6/9"]);
    expect(part.headers.get("content-length")).toBe("3");
    expect(await part.text()).toBe("byt");
    expect(await (await files.read(realm, 1, url, "bytes=-5")).text()).toBe("bytes");
    const beyond = await files.read(realm, 1, url, "bytes=9-");
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */9"]);
    expect(await beyond.text()).toBe("");
    const several = await files.read(realm, 1, url, "bytes=0-1,4-5");
    expect([several.status, await several.text()]).toEqual([200, "the bytes"]);
    // Whoever may not read it learns nothing of its size.
    expect((await files.read(realm, 2, url, "bytes=9-")).status).toBe(404);
  });
});
