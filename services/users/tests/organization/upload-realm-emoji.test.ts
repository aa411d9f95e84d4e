import { getUsersState, listRealmEmoji } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { animatedPng, gif, png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { uploadEmoji } from "./emoji.ts";

const world = useWorld(() => World.create());
const upload = (as: Name, name: string, files: readonly Buffer[] = [png]) =>
  uploadEmoji(world(), as, name, files);

describe("adding an emoji (docs/behaviour/organization.md#custom-emoji)", () => {
  test("adding an emoji is refused with a bad name, picture or permission", async ({ expect }) => {
    const characters =
      "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
    for (const [as, name, files, msg] of [
      ["guest", "fine", [png], "Insufficient permission"],
      ["alice", "Big", [png], characters],
      ["alice", "ü", [png], characters],
      ["alice", " ", [png], "Emoji name is missing"],
      ["alice", "end-", [png], "Emoji names must end with either a letter or digit."],
      ["alice", "smile", [png], "Only administrators can override built-in emoji."],
      ["alice", "none", [], "You must upload exactly one file."],
      ["alice", "two", [png, png], "You must upload exactly one file."],
      ["alice", "text", [Buffer.from("hello")], "Invalid image format"],
      [
        "alice",
        "cut",
        [gif(1).subarray(0, 25)],
        "Could not decode image; did you upload an image file?",
      ],
      [
        "alice",
        "large",
        [Buffer.concat([png, Buffer.alloc(1024 * 1024)])],
        "Uploaded file is larger than the allowed limit of 1 MiB",
      ],
    ] as const)
      expect(await upload(as, name, files), msg).toMatchObject({
        result: "error",
        code: "BAD_REQUEST",
        msg,
      });
    expect((await world().request("owner", listRealmEmoji, {})).emoji).toEqual({});
    expect(await world().events()).toEqual([]);
  });

  test("adding an emoji tells everybody of all emoji, and other services know them at once", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    expect(await upload("alice", "party parrot")).toMatchObject({ result: "success" });
    const { emoji } = await world().request("guest", listRealmEmoji, {});
    const [one] = Object.values(emoji);
    expect(emoji).toEqual({
      [one?.id ?? ""]: {
        id: expect.stringMatching(/^\d+$/),
        name: "party_parrot",
        source_url: expect.stringMatching(/^\/api\/v1\/realm\/emoji_images\/\d+-\w{32}-image$/),
        still_url: null,
        deactivated: false,
        author_id: alice.id,
      },
    });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { type: "realm_emoji", op: "update", realm_emoji: emoji },
    ]);
    const { realm } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    expect(realm?.settings["emoji"]).toEqual(emoji);
    expect(await upload("alice", "party_parrot")).toMatchObject({
      msg: "A custom emoji with this name already exists.",
    });
  });

  test("an emoji that moves has a still picture, and administrators may override built-in emoji", async ({
    expect,
  }) => {
    await upload("admin", "smile", [gif(2)]);
    await upload("owner", "wave2", [animatedPng()]);
    const { emoji } = await world().request("alice", listRealmEmoji, {});
    for (const name of ["smile", "wave2"])
      expect(Object.values(emoji).find((one) => one.name === name)?.still_url).toMatch(/-still$/);
  });
});
