import { getUser, listUnseenUsers, noteAcquaintance } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { setSeeingAll, visibilityEvents } from "./guest-visibility.ts";

const world = useWorld(() => World.create());

describe("a direct conversation (docs/behaviour/users.md#users-hidden-from-guests)", () => {
  test("a direct conversation shows guests all its people, and only where visibility is limited", async ({
    expect,
  }) => {
    const { admin, guest, alice } = world().people;
    const realmId = world().realm.id;
    const note = () =>
      world().call(noteAcquaintance, { realmId, userIds: [guest.id, admin.id, alice.id] });
    await note();
    expect(await visibilityEvents(world(), "guest")).toEqual([]);
    await setSeeingAll(world(), "role:members");
    const unseen = { realmId, viewerId: guest.id, userIds: [admin.id, alice.id] };
    expect(await world().call(listUnseenUsers, unseen)).toEqual({ userIds: [admin.id, alice.id] });
    await world().events();
    world().conversations.push([guest.id, admin.id]);
    const form = { client_gravatar: false, include_custom_profile_fields: false };
    const { user } = await world().request("guest", getUser, { user_id: admin.id, ...form });
    expect(user.full_name).toBe("Some admin");
    expect(await visibilityEvents(world(), "guest")).toEqual(["add admin"]);
    await note();
    expect(await visibilityEvents(world(), "guest")).toEqual(["add alice"]);
    expect(await world().call(listUnseenUsers, unseen)).toEqual({ userIds: [] });
  });
});
