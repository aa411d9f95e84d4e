import { getFileUrl } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files, partsOf } from "./files.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

describe("GET /user_uploads/{realm_id_str}/{filename} (docs/behaviour/uploads.md#fetching-files)", () => {
  test("a temporary address is given to those who may read the file, and to nobody else", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1, "my notes.txt");
    await expect(realm.request("bob", getFileUrl, partsOf(url))).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
      message: "File not found.",
    });
    const { url: given } = await realm.request("alice", getFileUrl, partsOf(url));
    expect(given).toMatch(/^\/user_uploads\/temporary\/[\w-]+\.[\w-]{43}\/my-notes\.txt$/);
    await realm.send("alice", { content: `[f](${url})` });
    const others = await realm.request("bob", getFileUrl, partsOf(url));
    expect(others.url).toContain("/user_uploads/temporary/");
  });
});
