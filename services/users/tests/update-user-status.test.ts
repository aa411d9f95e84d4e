import { deactivateUser, getUserStatus, updateUserStatus } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "./read-events.ts";
import { useWorld } from "./use-world.ts";

const world = useWorld();

describe("changing a user's status", () => {
  test("is for administrators (specification, POST /users/{user_id}/status)", async ({
    expect,
  }) => {
    const { owner } = world().people;
    for (const name of ["moderator", "member", "guest", "bot"] as const)
      await expect(
        world().request(updateUserStatus, name, { user_id: owner.id, status_text: "Away" }),
        name,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Insufficient permission" });
  });

  test("refuses strangers, bots, and requests without values", async ({ expect }) => {
    const { member, bot } = world().people;
    for (const id of [bot.id, world().acmeOwner.id, 999_999])
      await expect(
        world().request(updateUserStatus, "admin", { user_id: id, status_text: "Away" }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
    const empty = world().request(updateUserStatus, "admin", { user_id: member.id });
    await expect(empty).rejects.toMatchObject({ message: "Client did not pass any new values." });
  });

  test("sets it, also an owner's by an administrator, and tells everybody", async ({ expect }) => {
    const { owner, guest } = world().people;
    const car = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };
    const status = { status_text: "On vacation", ...car };
    await world().events();
    await world().request(updateUserStatus, "admin", { user_id: owner.id, ...status });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { type: "user_status", user_id: owner.id, ...status },
    ]);
    const answer = await world().request(getUserStatus, "guest", { user_id: owner.id });
    expect(answer.status).toEqual(status);
  });

  test("is refused for one who is deactivated", async ({ expect }) => {
    const { member } = world().people;
    await world().request(deactivateUser, "owner", { user_id: member.id });
    await expect(
      world().request(updateUserStatus, "admin", { user_id: member.id, status_text: "Gone" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "User is deactivated" });
  });
});
