import { archiveChannel, createChannel, getGroupUses } from "@team-chat/contract";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";

import { groupIds } from "./people.ts";
import { type Realm, World } from "./world.ts";

let world: World;
let realm: Realm;
beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  realm = world.realm();
});

function uses(groupId: number) {
  return realm.call("member", getGroupUses, { realmId: realm.id, groupId });
}

describe("the channels that use a group", () => {
  test("are those with a permission that names it, alone or among others", async ({ expect }) => {
    const { readers, helpers } = groupIds;
    const both = { direct_members: [], direct_subgroups: [readers, helpers] };
    const { id } = await realm.request("owner", createChannel, {
      name: "used",
      subscribers: [],
      can_send_message_group: readers,
      can_delete_own_message_group: both,
    });
    await realm.subscribe("owner", ["unused"]);
    const settings = ["can_delete_own_message_group", "can_send_message_group"];
    expect(await uses(readers)).toEqual({ channels: [{ id, settings }] });
    expect(await uses(helpers)).toEqual({
      channels: [{ id, settings: ["can_delete_own_message_group"] }],
    });
    await realm.request("owner", archiveChannel, { stream_id: id });
    expect(await uses(readers)).toEqual({ channels: [] });
  });
});
