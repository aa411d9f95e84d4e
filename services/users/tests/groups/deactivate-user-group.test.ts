import { claimGroups, deactivateUserGroup } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { Groups } from "./groups.ts";

const world = useWorld(() => World.create());
const groups = new Groups(world);
const deactivate = (id: number, name: "alice" | "owner" | "moderator" = "alice") =>
  world().request(name, deactivateUserGroup, { user_group_id: id });

describe("deactivating a group (docs/behaviour/groups.md#deactivating-groups)", () => {
  test("deactivating a group is refused to those who do not manage it, for system groups and unknown ones", async ({
    expect,
  }) => {
    const id = await groups.add("one");
    const refused = { code: "BAD_REQUEST", message: "Insufficient permission" };
    await expect(deactivate(id, "moderator")).rejects.toMatchObject(refused);
    const nobody = await groups.system("role:nobody");
    await expect(deactivate(nobody, "owner")).rejects.toMatchObject(refused);
    await expect(deactivate(4711)).rejects.toMatchObject({ message: "Invalid user group" });
  });

  test("deactivating a group is refused while something uses it, with the uses", async ({
    expect,
  }) => {
    const id = await groups.add("used");
    const above = await groups.add("above", { subgroups: [id] });
    const beside = await groups.add("beside", {
      can_join_group: { direct_members: [world().people.guest.id], direct_subgroups: [id] },
      can_mention_group: id,
    });
    world().groupUses.set(id, [{ id: 7, settings: ["can_send_message_group"] }]);
    await expect(deactivate(id)).rejects.toMatchObject({
      code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
      message: "Cannot deactivate user group in use.",
      details: {
        objections: [
          { type: "subgroup", supergroup_ids: [above] },
          { type: "channel", channel_id: 7, settings: ["can_send_message_group"] },
          {
            type: "user_group",
            group_id: beside,
            settings: ["can_join_group", "can_mention_group"],
          },
        ],
      },
    });
    expect(await groups.one(id)).toMatchObject({ deactivated: false });
    world().groupUses.delete(id);
    await deactivate(beside);
    await deactivate(above);
    await deactivate(id);
    await expect(deactivate(id)).rejects.toMatchObject({ message: "User group is deactivated." });
  });

  test("deactivating a group asks again when a channel began to use it, and is refused by the newer answer", async ({
    expect,
  }) => {
    const id = await groups.add("wanted");
    const realmId = world().realm.id;
    const claim = { realmId, groupIds: [id] };
    const answers: boolean[] = [];
    world().afterUses.run = async () => {
      answers.push((await world().call(claimGroups, claim)).isActive);
      world().groupUses.set(id, [{ id: 7, settings: ["can_send_message_group"] }]);
      world().afterUses.run = () => Promise.resolve();
    };
    await world().events();
    await expect(deactivate(id)).rejects.toMatchObject({
      code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
      details: { objections: [{ type: "channel", channel_id: 7 }] },
    });
    expect(answers).toEqual([true]);
    expect(await world().events()).toEqual([]);
    expect(await groups.record(id)).toMatchObject({ deactivated: false });
    world().groupUses.delete(id);
    await deactivate(id);
    expect(await world().call(claimGroups, claim)).toEqual({ isActive: false });
  });

  test("deactivating a group gives up, and tells nobody, when channels begin to use it again and again", async ({
    expect,
  }) => {
    const id = await groups.add("restless");
    const claim = { realmId: world().realm.id, groupIds: [id] };
    world().afterUses.run = async () => void (await world().call(claimGroups, claim));
    await world().events();
    await expect(deactivate(id)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    world().afterUses.run = () => Promise.resolve();
    expect(await world().events()).toEqual([]);
    expect(await groups.record(id)).toMatchObject({ deactivated: false });
  });

  test("deactivating a group is told to everybody, and other services know at once", async ({
    expect,
  }) => {
    const id = await groups.add("quiet", { members: [world().people.guest.id] });
    await world().events();
    await deactivate(id);
    expect(await world().events()).toEqual([
      {
        audience: { to: "everyone" },
        event: { type: "user_group", op: "update", group_id: id, data: { deactivated: true } },
      },
    ]);
    expect(await groups.record(id)).toMatchObject({ deactivated: true });
  });
});
