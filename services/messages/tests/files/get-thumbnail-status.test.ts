import { getThumbnailStatus } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files, partsOf } from "./files.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

const noFile = { code: "RESOURCE_NOT_FOUND", message: "File not found." };

describe("whether a file has a thumbnail (docs/behaviour/uploads.md#thumbnails)", () => {
  test("the thumbnail of a missing, a foreign and a hidden file is refused alike", async ({
    expect,
  }) => {
    const realm = world().realm();
    const other = world().realm();
    const url = await files.upload(realm, 1, "picture.png");
    const theirs = await files.upload(other, 1, "picture.png");
    const ask = (userId: number, of: string) =>
      realm.request(userId, getThumbnailStatus, partsOf(of));
    await expect(ask(1, `${url}x`)).rejects.toMatchObject(noFile);
    await expect(ask(1, theirs)).rejects.toMatchObject(noFile);
    await expect(ask(2, url)).rejects.toMatchObject(noFile);
    const filename = "x".repeat(1025);
    const long = realm.request("alice", getThumbnailStatus, { realm_id_str: realm.id, filename });
    await expect(long).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("the owner and readers of a message with a file are told that there is no thumbnail of it", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1, "picture.png");
    const none = { has_thumbnail: false };
    expect(await realm.request("alice", getThumbnailStatus, partsOf(url))).toMatchObject(none);
    await realm.send("alice", { content: `[p](${url})` });
    expect(await realm.request("bob", getThumbnailStatus, partsOf(url))).toMatchObject(none);
  });
});
