import {
  archiveChannel,
  createChannel,
  getGroupUses,
  subscribe,
  updateChannel,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds } from "../people.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

function uses(groupId: number) {
  return realm.call("alice", getGroupUses, { realmId: realm.id, groupId });
}

describe("the channels that use a group (docs/behaviour/groups.md#deactivating-groups)", () => {
  test("the channels that use a group are those with a permission that names it, alone or among others", async ({
    expect,
  }) => {
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

  // See docs/behaviour/api.md#concurrent-changes.
  test("the uses of a group are read once changes under way have ended, so that none is missed", async ({
    expect,
  }) => {
    const { readers } = groupIds;
    const claimed = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    realm.people.claiming = async () => {
      claimed.resolve(undefined);
      await goOn.promise;
    };
    const creating = realm.request("owner", createChannel, {
      name: "just now",
      subscribers: [],
      can_send_message_group: readers,
    });
    await claimed.promise;
    const asked = uses(readers);
    goOn.resolve(undefined);
    const { id } = await creating;
    expect(await asked).toEqual({ channels: [{ id, settings: ["can_send_message_group"] }] });
  });

  test("no channel is a use of a group that was deactivated at that moment (docs/behaviour/api.md#concurrent-changes)", async ({
    expect,
  }) => {
    const { helpers, readers } = groupIds;
    const value = { direct_members: [], direct_subgroups: [helpers, readers] };
    const { id } = await realm.request("owner", createChannel, { name: "plain", subscribers: [] });
    realm.people.deactivatedMeanwhile.add(readers);
    const refused = { code: "BAD_REQUEST", message: "User group is deactivated." };
    const created = { name: "new", subscribers: [], can_send_message_group: value };
    await expect(realm.request("owner", createChannel, created)).rejects.toMatchObject(refused);
    const subscribed = { subscriptions: [{ name: "new" }], can_send_message_group: value };
    await expect(realm.request("owner", subscribe, subscribed)).rejects.toMatchObject(refused);
    const changed = { stream_id: id, can_send_message_group: { new: value } };
    await expect(realm.request("owner", updateChannel, changed)).rejects.toMatchObject(refused);
    expect(await uses(helpers)).toEqual({ channels: [] });
    await realm.request("owner", updateChannel, { stream_id: id, description: "said" });
  });
});
