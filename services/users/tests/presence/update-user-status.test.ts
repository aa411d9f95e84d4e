import { deactivateUser, getUserStatus, updateUserStatus } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("changing a user's status (docs/behaviour/presence.md#status)", () => {
  test("changing a user's status is for administrators", async ({ expect }) => {
    const { owner } = world().people;
    for (const name of ["moderator", "alice", "guest", "bot"] as const)
      await expect(
        world().request(name, updateUserStatus, { user_id: owner.id, status_text: "Away" }),
        name,
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "Insufficient permission" });
  });

  test("changing a user's status refuses strangers, bots, and requests without values", async ({
    expect,
  }) => {
    const { alice, bot } = world().people;
    for (const id of [bot.id, world().acmeOwner.id, 999_999])
      await expect(
        world().request("admin", updateUserStatus, { user_id: id, status_text: "Away" }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "No such user" });
    const empty = world().request("admin", updateUserStatus, { user_id: alice.id });
    await expect(empty).rejects.toMatchObject({ message: "Client did not pass any new values." });
  });

  test.for([
    [{ status_text: "é".repeat(61) }, "status_text is too long (limit: 60 characters)"],
    [
      { emoji_code: "1f697" },
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    ],
    [
      { status_text: "Away", reaction_type: "unicode_emoji" },
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    ],
    [{ emoji_name: "nonsense" }, "Emoji 'nonsense' does not exist"],
    [{ emoji_name: "car", emoji_code: "1f419" }, "Invalid emoji name."],
    [{ emoji_name: "car", emoji_code: "zzz" }, "Invalid emoji code."],
    [{ emoji_name: "car", reaction_type: "realm_emoji" }, "Invalid custom emoji."],
    [
      { emoji_name: "car", emoji_code: "car", reaction_type: "service_extra_emoji" },
      "Invalid emoji code.",
    ],
    [{ emoji_name: "car", reaction_type: "other" }, "Invalid emoji type."],
  ] as const)("changing a user's status refuses %o", async ([given, message], { expect }) => {
    const { alice } = world().people;
    await expect(
      world().request("admin", updateUserStatus, { user_id: alice.id, ...given }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("an administrator sets anybody's status, also an owner's, and everybody is told", async ({
    expect,
  }) => {
    const { owner, guest } = world().people;
    const car = { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };
    const status = { status_text: "On vacation", ...car };
    await world().events();
    await world().request("admin", updateUserStatus, { user_id: owner.id, ...status });
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { type: "user_status", user_id: owner.id, ...status },
    ]);
    const answer = await world().request("guest", getUserStatus, { user_id: owner.id });
    expect(answer.status).toEqual(status);
  });

  test("changing a user's status strips and clears, and keeps what is not passed", async ({
    expect,
  }) => {
    const { owner, guest } = world().people;
    const change = (given: object) =>
      world().request("admin", updateUserStatus, { user_id: owner.id, ...given });
    const statusOf = async () =>
      (await world().request("guest", getUserStatus, { user_id: owner.id })).status;
    await change({ status_text: `  ${"😀".repeat(60)} `, emoji_name: "octopus" });
    await world().events();
    await change({ emoji_name: "" });
    expect(await statusOf()).toEqual({ status_text: "😀".repeat(60) });
    await change({ status_text: "" });
    expect(await statusOf()).toEqual({});
    const common = { type: "user_status", user_id: owner.id };
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { ...common, emoji_name: "", emoji_code: "", reaction_type: "" },
      { ...common, status_text: "" },
    ]);
  });

  test("changing the status of a deactivated user is refused", async ({ expect }) => {
    const { alice } = world().people;
    await world().request("owner", deactivateUser, { user_id: alice.id });
    await expect(
      world().request("admin", updateUserStatus, { user_id: alice.id, status_text: "Gone" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST", message: "User is deactivated" });
  });
});
