import { checkApiKey, deactivateOwnUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("deactivating oneself (docs/behaviour/users.md#deactivating-users)", () => {
  test("deactivating oneself is refused to bots and to the only owner", async ({ expect }) => {
    const byBot = world().request("bot", deactivateOwnUser, {});
    await expect(byBot).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(world().request("owner", deactivateOwnUser, {})).rejects.toMatchObject({
      code: "CANNOT_DEACTIVATE_LAST_USER",
      message: "Cannot deactivate the only organization owner.",
      details: { is_last_owner: true, entity: "organization owner" },
    });
  });

  test("deactivating oneself ends the keys of the user and of the user's bots, and everybody is told", async ({
    expect,
  }) => {
    const { alice, bot, guest } = world().people;
    await world().events();
    await world().request("alice", deactivateOwnUser, {});
    for (const { email, apiKey } of [alice, bot])
      expect(await world().call(checkApiKey, { realmId: world().realm.id, email, apiKey })).toEqual(
        { valid: false, reason: "user_deactivated" },
      );
    const announced = eventsFor(guest.id, await world().events());
    for (const user_id of [bot.id, alice.id])
      expect(announced).toContainEqual({
        type: "realm_user",
        op: "update",
        person: { user_id, is_active: false },
      });
  });
});
