import {
  createChannel,
  getChannel,
  type GroupSettingValue,
  subscribe,
  updateChannel,
} from "@team-chat/contract";
import { channelPermissionNames } from "@team-chat/policy";
import { useWorld } from "@team-chat/testkit";
import { beforeEach, describe, test } from "vitest";

import { groupIds, type Person } from "../people.ts";
import { insufficient, refusalOf, refused } from "../refusal-of.ts";
import { type Realm, World } from "../world.ts";

const world = useWorld(() => World.create());
let realm: Realm;
beforeEach(() => {
  realm = world().realm();
});

const id = (name: Person) => realm.people.id(name);
const nobody = groupIds["role:nobody"];

type Name = (typeof channelPermissionNames)[number];

/**
 * The table of docs/behaviour/channels.md#permissions-of-a-channel, written out once more: initial group (null is the
 * creator), role:everyone, access to content.
 */
const table: Readonly<Record<Name, readonly [keyof typeof groupIds | null, boolean, boolean]>> = {
  can_add_subscribers_group: ["role:nobody", false, true],
  can_administer_channel_group: [null, false, false],
  can_create_topic_group: ["role:everyone", true, false],
  can_delete_any_message_group: ["role:nobody", true, true],
  can_delete_own_message_group: ["role:nobody", true, true],
  can_move_messages_out_of_channel_group: ["role:nobody", true, false],
  can_move_messages_within_channel_group: ["role:nobody", true, false],
  can_remove_subscribers_group: ["role:administrators", true, false],
  can_resolve_topics_group: ["role:nobody", true, false],
  can_send_message_group: ["role:everyone", true, false],
  can_subscribe_group: ["role:nobody", false, true],
};
const rows = channelPermissionNames.map((name) => [name, ...table[name]] as const);

let made = 0;
const newName = () => `channel ${(made += 1)}`;

/** The three operations that set permissions, each with the value wherever it belongs; returns the channel. */
const operations = {
  subscribe: async (name: Name, value: GroupSettingValue) => {
    const channel = newName();
    const given = { subscriptions: [{ name: channel }], [name]: value };
    await realm.request("owner", subscribe, given);
    return realm.channelId(channel);
  },
  createChannel: async (name: Name, value: GroupSettingValue) => {
    const given = { name: newName(), subscribers: [], [name]: value };
    return (await realm.request("owner", createChannel, given)).id;
  },
  updateChannel: async (name: Name, value: GroupSettingValue) => {
    const given = { name: newName(), subscribers: [id("owner")] };
    const { id: stream_id } = await realm.request("owner", createChannel, given);
    await realm.request("owner", updateChannel, { stream_id, [name]: { new: value } });
    return stream_id;
  },
} as const;

async function shown(stream_id: number, name: Name): Promise<unknown> {
  const { stream } = await realm.request("owner", getChannel, { stream_id });
  return stream[name];
}

describe.for(rows)("%s (docs/behaviour/channels.md#permissions-of-a-channel)", (row) => {
  const [name, initial, everyone, needsContent] = row;

  test("a permission of a new channel has the value of the table", async ({ expect }) => {
    const { id: stream_id } = await realm.request("alice", createChannel, {
      name: newName(),
      subscribers: [],
    });
    expect(await shown(stream_id, name)).toEqual(
      initial === null
        ? { direct_members: [id("alice")], direct_subgroups: [] }
        : groupIds[initial],
    );
  });

  test("a permission takes groups and objects in every operation, and shows them in their one form", async ({
    expect,
  }) => {
    const { helpers, readers } = groupIds;
    const object = (direct_members: number[], direct_subgroups: number[]) => ({
      direct_members,
      direct_subgroups,
    });
    const [a, b] = [id("alice"), id("bob")];
    for (const setPermission of Object.values(operations)) {
      const kept = async (value: GroupSettingValue) =>
        shown(await setPermission(name, value), name);
      expect(await kept(readers)).toBe(readers);
      expect(await kept(nobody)).toBe(nobody);
      expect(await kept(object([b, a, b], [helpers, readers]))).toEqual(
        object([a, b], [readers, helpers]),
      );
      expect(await kept(object([], [readers]))).toBe(readers);
      expect(await kept(object([], []))).toBe(nobody);
    }
  });

  test("a permission takes in no operation what is nobody's, dissolved or not for it", async ({
    expect,
  }) => {
    const never = (group: string) =>
      refused(`'${name}' setting cannot be set to '${group}' group.`);
    const refusals: readonly (readonly [GroupSettingValue, unknown])[] = [
      [99, refused("Invalid user group")],
      [{ direct_members: [], direct_subgroups: [99] }, refused("Invalid user group ID: 99")],
      [{ direct_members: [5], direct_subgroups: [] }, refused("Invalid user ID: 5")],
      [groupIds.dissolved, refused("User group is deactivated.")],
      [groupIds["role:internet"], never("role:internet")],
      [groupIds["role:everyone"], everyone ? "accepted" : never("role:everyone")],
    ];
    for (const setPermission of Object.values(operations))
      for (const [value, refusal] of refusals)
        expect(await refusalOf(setPermission(name, value))).toEqual(refusal);
  });

  // See docs/behaviour/groups.md#group-settings.
  test("a permission is changed from the value that is expected only, in any spelling, and else stays", async ({
    expect,
  }) => {
    const { helpers, readers } = groupIds;
    const stream_id = await operations.createChannel(name, readers);
    const change = (value: number, old: GroupSettingValue) =>
      refusalOf(realm.request("alice", updateChannel, { stream_id, [name]: { new: value, old } }));
    await realm.request("owner", updateChannel, {
      stream_id,
      can_administer_channel_group: {
        new: { direct_members: [id("alice")], direct_subgroups: [] },
      },
      ...(name === "can_administer_channel_group" ? {} : { [name]: { new: readers } }),
    });
    realm.people.configure({ can_set_delete_message_policy_group: groupIds["role:members"] });
    const current: GroupSettingValue =
      name === "can_administer_channel_group"
        ? { direct_members: [id("alice")], direct_subgroups: [] }
        : { direct_members: [], direct_subgroups: [readers, readers] };
    const mismatch = refused(
      "'old' value does not match the expected value.",
      "EXPECTATION_MISMATCH",
    );
    const before = await shown(stream_id, name);
    for (const wrong of [helpers, nobody, { direct_members: [id("guest")], direct_subgroups: [] }])
      expect(await change(nobody, wrong)).toEqual(mismatch);
    expect(await shown(stream_id, name)).toEqual(before);
    expect(await change(nobody, current)).toBe("accepted");
    expect(await shown(stream_id, name)).toBe(nobody);
  });

  test("a permission is changed by those who administer, and by those who may read if it lets people read", async ({
    expect,
  }) => {
    const given = { name: newName(), subscribers: [id("alice")], invite_only: true };
    const { id: stream_id } = await realm.request("alice", createChannel, given);
    const change = (who: Person, value: number) =>
      refusalOf(realm.request(who, updateChannel, { stream_id, [name]: { new: value } }));
    const isDeletion = name.startsWith("can_delete");
    // Administrators know of the channel, but do not read it.
    expect(await change("owner", groupIds.helpers)).toEqual(
      needsContent ? refused("Channel content access is required.") : "accepted",
    );
    expect(await change("bob", groupIds.helpers)).toEqual(refused("Invalid channel ID"));
    if (name === "can_administer_channel_group") return;
    expect(await change("alice", groupIds.readers)).toEqual(isDeletion ? insufficient : "accepted");
    realm.people.configure({ can_set_delete_message_policy_group: groupIds["role:members"] });
    expect(await change("alice", groupIds["role:members"])).toBe("accepted");
  });

  test("a changed permission is told to all who know of the channel, once", async ({ expect }) => {
    const stream_id = await operations.createChannel(name, nobody);
    const { readers } = groupIds;
    const heard = await realm.events(async () => {
      await realm.request("owner", updateChannel, { stream_id, [name]: { new: readers } });
      await realm.request("owner", updateChannel, { stream_id, [name]: { new: readers } });
    });
    expect(heard.map(({ event }) => event)).toMatchObject([
      { type: "stream", op: "update", stream_id, property: name, value: readers },
    ]);
  });
});

test("a mismatch names the field (docs/behaviour/groups.md#group-settings)", async ({ expect }) => {
  const stream_id = await operations.createChannel("can_send_message_group", groupIds.readers);
  const change = realm.request("owner", updateChannel, {
    stream_id,
    can_send_message_group: { new: nobody, old: nobody },
  });
  await expect(change).rejects.toMatchObject({ details: { field_name: "old" } });
});
