import { createChannelFolder, type InputOf, updateChannelFolder } from "@team-chat/contract";
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

type Changes = Partial<Omit<InputOf<typeof updateChannelFolder>, "channel_folder_id">>;

const create = async (name: string) =>
  (await realm.request("owner", createChannelFolder, { name })).channel_folder_id;

const update = (name: Person, channel_folder_id: number, changes: Changes) =>
  realm.request(name, updateChannelFolder, { channel_folder_id, ...changes });

const refusal = (folderId: number, changes: Changes) =>
  refusalOf(update("owner", folderId, changes));

describe("changing a folder of channels (docs/behaviour/channels.md#channel-folders)", () => {
  test("only administrators change folders, of those that exist in the organization", async ({
    expect,
  }) => {
    const folderId = await create("a");
    expect(await refusalOf(update("moderator", folderId, { name: "b" }))).toEqual(
      refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"),
    );
    const other = world().realm();
    const theirs = await other.request("owner", createChannelFolder, { name: "theirs" });
    for (const id of [0, theirs.channel_folder_id])
      expect(await refusal(id, { name: "b" })).toEqual(refused("Invalid channel folder ID"));
  });

  test("changing a folder refuses names that are empty or taken, but not the own in another case", async ({
    expect,
  }) => {
    const [a, b] = [await create("a"), await create("b")];
    expect(await refusal(a, { name: " " })).toEqual(refused("Channel folder name can't be empty."));
    const taken = refused("Channel folder name is already in use.");
    expect(await refusal(a, { name: "B" })).toEqual(taken);
    expect(await refusal(a, { name: "A" })).toBe("accepted");
    await update("owner", b, { is_archived: true });
    expect(await refusal(a, { name: "b" })).toBe("accepted");
    expect(await refusal(b, { is_archived: false })).toEqual(taken);
    expect(await refusal(b, { is_archived: false, name: "c" })).toBe("accepted");
  });

  test("a folder with channels cannot be archived, and an archived one takes none", async ({
    expect,
  }) => {
    const [a, b] = [await create("a"), await create("b")];
    await realm.subscribe("owner", ["x"], { folder_id: a });
    expect(await refusal(a, { is_archived: true })).toEqual(
      refused("You need to remove all the channels from this folder to archive it."),
    );
    expect(await refusal(b, { is_archived: true })).toBe("accepted");
    expect(await refusalOf(realm.subscribe("owner", ["y"], { folder_id: b }))).toEqual(
      refused("Invalid channel folder ID"),
    );
  });

  test("everybody hears of what changed, and of nothing when nothing did", async ({ expect }) => {
    const folderId = await create("a");
    const heard = await realm.events(async () => {
      await update("admin", folderId, { name: " b ", description: "New", is_archived: false });
      await update("admin", folderId, { name: "b", description: "New" });
      await update("admin", folderId, {});
    });
    expect(kinds(heard)).toEqual([["channel_folder update", actives]]);
    expect(heard[0]?.event).toEqual({
      type: "channel_folder",
      op: "update",
      channel_folder_id: folderId,
      data: { name: "b", description: "New", rendered_description: "<p>New</p>" },
    });
    expect((await realm.register("guest")).sections).toMatchObject({
      channel_folders: [{ id: folderId, name: "b", description: "New" }],
    });
  });
});
