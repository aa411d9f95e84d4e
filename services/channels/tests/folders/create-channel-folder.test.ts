import { createChannelFolder, getChannel, updateChannel } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { actives, type Person } from "../people.ts";
import { refusalOf, refused } from "../refusal-of.ts";
import { kinds, type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const create = (name: Person, folder: string, description = "") =>
  realm.request(name, createChannelFolder, { name: folder, description });

describe("making a folder of channels (docs/behaviour/channels.md#channel-folders)", () => {
  test("only administrators make folders", async ({ expect }) => {
    for (const name of ["moderator", "alice", "guest"] as const) {
      expect(await refusalOf(create(name, "Work"))).toEqual(
        refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
      );
    }
  });

  test("names of new folders are refused that are empty, too long, unprintable or taken", async ({
    expect,
  }) => {
    await create("owner", "Work");
    const refusal = (folder: string) => refusalOf(create("owner", folder));
    expect(await refusal("  ")).toEqual(refused("Channel folder name can't be empty."));
    expect(await refusal("x".repeat(61))).toEqual(
      refused("name is too long (limit: 60 characters)"),
    );
    expect(await refusal("a\u0007")).toEqual(refused("Invalid character in channel folder name."));
    expect(await refusal(" work")).toEqual(refused("Channel folder name is already in use."));
    expect(await refusalOf(create("owner", "Play", "x".repeat(1025)))).toEqual(
      refused("description is too long (limit: 1024 characters)"),
    );
  });

  test("a folder comes after the others, is told to everybody and takes channels", async ({
    expect,
  }) => {
    await create("owner", "Work");
    const heard = await realm.events(() => create("admin", " Play ", "Two\nlines"));
    expect(kinds(heard)).toEqual([["channel_folder add", actives]]);
    const { sections } = await realm.register("guest");
    const folders = sections["channel_folders"] ?? [];
    expect(folders).toMatchObject([
      { name: "Work", order: 0 },
      {
        name: "Play",
        description: "Two lines",
        rendered_description: "<p>Two lines</p>",
        creator_id: realm.people.id("admin"),
        is_archived: false,
        order: 1,
      },
    ]);
    expect(heard[0]?.event).toMatchObject({ channel_folder: folders[1] });
    const folder_id = Number(folders[1]?.["id"]);
    await realm.subscribe("alice", ["a"], { folder_id });
    await realm.subscribe("owner", ["b"]);
    const stream_id = await realm.channelId("b");
    const moved = await realm.events(() =>
      realm.request("owner", updateChannel, { stream_id, folder_id }),
    );
    expect(moved[0]?.event).toMatchObject({ property: "folder_id", value: folder_id });
    const { stream } = await realm.request("owner", getChannel, { stream_id });
    expect(stream).toMatchObject({ folder_id });
  });
});
