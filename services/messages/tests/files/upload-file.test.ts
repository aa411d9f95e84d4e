import { listAttachments } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files } from "./files.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

describe("POST /user_uploads (docs/behaviour/uploads.md#uploading-files)", () => {
  test("uploading refuses requests without a file, with two and with one that is too large", async ({
    expect,
  }) => {
    const realm = world().realm();
    const file = { name: "a.txt", text: "x" };
    expect(await files.post(realm, 1, [])).toMatchObject({
      msg: "You must specify a file to upload",
    });
    expect(await files.post(realm, 1, [file, file])).toMatchObject({
      msg: "You may only upload one file at a time",
    });
    const large = { name: "a.txt", text: "x".repeat(25 * 1024 * 1024 + 1) };
    expect(await files.post(realm, 1, [large])).toMatchObject({
      code: "BAD_REQUEST",
      msg: "Uploaded file is larger than the allowed limit of 25 MiB",
    });
    expect(await realm.events()).toEqual([]);
  });

  test("an uploaded file has a name fit for addresses, and its owner is told", async ({
    expect,
  }) => {
    const realm = world().realm();
    const answer = await files.post(realm, 1, [{ name: "../my notes?.txt", text: "the bytes" }]);
    expect(answer).toMatchObject({ msg: "", filename: "my-notes.txt", uri: answer["url"] });
    expect(answer["url"]).toMatch(
      new RegExp(String.raw`^/user_uploads/${realm.id}/[\w-]{2}/[\w-]{22}/my-notes\.txt$`),
    );
    const { attachments, upload_space_used: used } = await realm.request(
      "alice",
      listAttachments,
      {},
    );
    expect(used).toBe(9);
    expect(attachments).toMatchObject([{ name: "my-notes.txt", size: 9, messages: [] }]);
    const [event] = await realm.eventsOf("attachment");
    expect(event).toMatchObject({
      audience: { to: "users", ids: [1] },
      event: { op: "add", attachment: attachments[0], upload_space_used: 9 },
    });
    expect(await realm.request("bob", listAttachments, {})).toMatchObject({ attachments: [] });
  });

  test.for([
    ["halves of characters", `${"𠀀".repeat(80)}x`, `${"𠀀".repeat(63)}x`],
    ["characters of several bytes", `${"界".repeat(150)}.txt`, `${"界".repeat(83)}.txt`],
    [
      "the dots that it would begin with",
      `a${".".repeat(60)}${"b".repeat(96)}.txt`,
      `${"b".repeat(96)}.txt`,
    ],
    ["many short characters", `${"a".repeat(200)}.txt`, `${"a".repeat(96)}.txt`],
  ] as const)("uploading cuts a long name without %s", async ([, given, kept], { expect }) => {
    const realm = world().realm();
    const answer = await files.post(realm, 1, [{ name: given, text: "the bytes" }]);
    expect(answer).toMatchObject({ result: "success", filename: kept });
    const read = await files.read(realm, 1, answer["url"] ?? "");
    expect(await read.text()).toBe("the bytes");
  });
});
