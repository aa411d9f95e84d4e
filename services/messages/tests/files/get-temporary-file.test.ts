import { getFileUrl, getTemporaryFile } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { World } from "../world.ts";
import { Files, partsOf } from "./files.ts";

const world = useWorld(() => World.create());
let files: Files;

beforeAll(() => {
  files = new Files(world());
});

describe("a temporary address (docs/behaviour/uploads.md#fetching-files)", () => {
  test("a temporary address is given to those who may read the file, and good for a minute", async ({
    expect,
  }) => {
    const realm = world().realm();
    const url = await files.upload(realm, 1);
    const params = partsOf(url);
    await expect(realm.request("bob", getFileUrl, params)).rejects.toMatchObject({
      code: "RESOURCE_NOT_FOUND",
    });
    const given = await realm.request("alice", getFileUrl, params);
    const path = given.url.replace("/user_uploads/", "/files/");
    const anonymous = { ...realm.identity("alice"), kind: "anonymous" } as const;
    const fetch = (at: string) => world().fetch({ ...getTemporaryFile, path: at }, anonymous);
    expect(await (await fetch(path)).text()).toBe("the bytes");
    expect(
      (await fetch(path.replace(/\.([\w-])/, (_, c: string) => `.${c === "A" ? "B" : "A"}`)))
        .status,
    ).toBe(404);
    world().clock.aheadMs = 61_000;
    expect((await fetch(path)).status).toBe(404);
    world().clock.aheadMs = 0;
  });

  test("a temporary address ends when the one who asked for it is deactivated, and others' go on", async ({
    expect,
  }) => {
    const realm = world().realm();
    const params = partsOf(await files.upload(realm, 1));
    await realm.send("alice", {
      content: `[f](/user_uploads/${params.realm_id_str}/${params.filename})`,
    });
    const anonymous = { ...realm.identity("alice"), kind: "anonymous" } as const;
    const statuses = async (paths: readonly string[]) =>
      Promise.all(
        paths.map(
          async (path) => (await world().fetch({ ...getTemporaryFile, path }, anonymous)).status,
        ),
      );
    const paths: string[] = [];
    for (const userId of [1, 2]) {
      const { url } = await realm.request(userId, getFileUrl, params);
      paths.push(url.replace("/user_uploads/", "/files/"));
    }
    expect(await statuses(paths)).toEqual([200, 200]);
    realm.data.setUser(2, { isActive: false });
    expect(await statuses(paths)).toEqual([200, 404]);
    realm.data.setUser(2, { isActive: true });
    realm.data.setUser(1, { isActive: false });
    expect(await statuses(paths)).toEqual([404, 200]);
    realm.data.isSilent = true;
    expect(await statuses(paths)).toEqual([503, 503]);
  });
});
