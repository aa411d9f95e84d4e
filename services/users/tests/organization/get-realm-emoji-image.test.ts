import { getRealmEmojiImage, listRealmEmoji } from "@team-chat/contract";
import type { RealmRef } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { gif } from "../pictures.ts";
import { World } from "../world.ts";
import { uploadEmoji } from "./emoji.ts";

const world = useWorld(() => World.create());

describe("the picture of an emoji (docs/behaviour/organization.md#custom-emoji)", () => {
  test("the picture of an emoji is not found under other addresses or in other organizations", async ({
    expect,
  }) => {
    await uploadEmoji(world(), "alice", "dance", [gif(2)]);
    const { emoji } = await world().request("alice", listRealmEmoji, {});
    const name = Object.values(emoji)[0]?.source_url.split("/").at(-1) ?? "";
    const ask = (realm: RealmRef | null, file_name: string) =>
      world().request(world().anonymous(realm), getRealmEmojiImage, { file_name });
    for (const other of ["x", name.replace("image", "video"), name.replace(/-\w{32}-/, "-a-")])
      await expect(ask(world().realm, other), other).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(world().acme, name)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ask(null, name)).rejects.toMatchObject({ code: "NONEXISTENT_SUBDOMAIN" });
  });

  test("the picture of an emoji is given as it was uploaded, or the first of several, for keeping", async ({
    expect,
  }) => {
    const { emoji } = await world().request("alice", listRealmEmoji, {});
    const [one] = Object.values(emoji);
    for (const [url, bytes] of [
      [one?.source_url, gif(2)],
      [one?.still_url, gif(1)],
    ] as const) {
      const address = url?.replace("/api/v1", "") ?? "";
      const response = await world().fetch(world().anonymous(), address);
      expect(response.headers.get("content-type")).toBe("image/gif");
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    }
  });
});
