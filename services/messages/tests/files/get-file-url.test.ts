import { getFileUrl } from "@team-chat/contract";
import { afterAll, beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files, partsOf } from "./files.ts";

let world: World;
let files: Files;

beforeAll(async () => {
  world = await World.create();
  files = new Files(world);
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

describe("GET /user_uploads/{realm_id_str}/{filename} (docs/behaviour/uploads.md#fetching-files)", () => {
  test("a temporary address is given to those who may read the file, and to nobody else", async ({
    expect,
  }) => {
    const realm = world.realm();
    const url = await files.upload(realm, 1, "my notes.txt");
    await expect(realm.request(2, getFileUrl, partsOf(url))).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
      message: "File not found.",
    });
    const { url: given } = await realm.request(1, getFileUrl, partsOf(url));
    expect(given).toMatch(/^\/user_uploads\/temporary\/[\w-]+\.[\w-]{43}\/my-notes\.txt$/);
    await realm.send(1, { content: `[f](${url})` });
    const others = await realm.request(2, getFileUrl, partsOf(url));
    expect(others.url).toContain("/user_uploads/temporary/");
  });
});
