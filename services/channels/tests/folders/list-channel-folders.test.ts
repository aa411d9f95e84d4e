import { createChannelFolder, listChannelFolders, updateChannelFolder } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { type Person } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const names = async (name: Person, include_archived?: boolean) => {
  const given = include_archived === undefined ? {} : { include_archived };
  const { channel_folders } = await realm.request(name, listChannelFolders, given);
  return channel_folders.map((folder) => folder.name);
};

describe("listing folders of channels (docs/behaviour/channels.md#channel-folders)", () => {
  test("everybody gets the folders of the own organization, archived ones only when asked for", async ({
    expect,
  }) => {
    expect(await names("guest")).toEqual([]);
    for (const name of ["c", "a", "b"]) await realm.request("owner", createChannelFolder, { name });
    await world().realm().request("owner", createChannelFolder, { name: "theirs" });
    const { channel_folders } = await realm.request("alice", listChannelFolders, {});
    const channel_folder_id = channel_folders[1]?.id ?? 0;
    await realm.request("owner", updateChannelFolder, { channel_folder_id, is_archived: true });
    expect(await names("guest")).toEqual(["c", "b"]);
    expect(await names("guest", true)).toEqual(["c", "a", "b"]);
  });
});
