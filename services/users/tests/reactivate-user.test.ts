import { deactivateUser, fetchApiKey, reactivateUser } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "./read-events.ts";
import { useWorld } from "./use-world.ts";
import { password } from "./world.ts";

const world = useWorld();

describe("reactivating a user", () => {
  test("is refused to all but administrators, and for strangers", async ({ expect }) => {
    const { guest } = world().people;
    const denied = world().request(reactivateUser, "member", { user_id: guest.id });
    await expect(denied).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Insufficient permission",
    });
    const unknown = world().request(reactivateUser, "owner", { user_id: world().acmeOwner.id });
    await expect(unknown).rejects.toMatchObject({ message: "No such user" });
  });

  test("tells nobody when the user is active", async ({ expect }) => {
    await world().events();
    await world().request(reactivateUser, "admin", { user_id: world().people.guest.id });
    expect(await world().events()).toEqual([]);
  });

  test("lets the user in with the old key and back into its groups", async ({ expect }) => {
    const { guest, member } = world().people;
    await world().request(deactivateUser, "admin", { user_id: guest.id });
    await world().events();
    await world().request(reactivateUser, "admin", { user_id: guest.id });
    const params = { username: guest.email, password };
    const key = await world().request(fetchApiKey, world().anonymous(), params);
    expect(key.api_key).toBe(guest.apiKey);
    expect(eventsFor(member.id, await world().events())).toMatchObject([
      { type: "realm_user", op: "update", person: { user_id: guest.id, is_active: true } },
      { type: "user_group", op: "add_members", user_ids: [guest.id] },
    ]);
  });
});
