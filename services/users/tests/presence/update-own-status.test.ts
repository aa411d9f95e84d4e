import {
  deactivateRealmEmoji,
  getUserStatus,
  listRealmEmoji,
  updateOwnStatus,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { uploadEmoji } from "../organization/emoji.ts";
import { png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("changing one's status (docs/behaviour/presence.md#status)", () => {
  test.for([
    [{}, "Client did not pass any new values."],
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
    [{ emoji_name: "a b", emoji_code: "1f419" }, "Invalid emoji name."],
    [{ emoji_name: "car", emoji_code: "zzz" }, "Invalid emoji code."],
    [{ emoji_name: "car", reaction_type: "realm_emoji" }, "Invalid custom emoji."],
    [{ emoji_name: "car", reaction_type: "other" }, "Invalid emoji type."],
  ] as const)("changing one's status refuses %o", async ([given, message], { expect }) => {
    await expect(world().request("alice", updateOwnStatus, given)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message,
    });
  });

  test("changing one's status keeps what is not passed, looks up the emoji, and tells everybody each time", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    await world().events();
    await world().request("alice", updateOwnStatus, { status_text: ` ${"😀".repeat(60)} ` });
    await world().request("alice", updateOwnStatus, { emoji_name: "octopus" });
    await world().request("alice", updateOwnStatus, { emoji_name: "octopus" });
    const octopus = {
      emoji_name: "octopus",
      emoji_code: "1f419",
      reaction_type: "unicode_emoji",
    };
    const common = { type: "user_status", user_id: alice.id };
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { ...common, status_text: "😀".repeat(60) },
      { ...common, ...octopus },
      { ...common, ...octopus },
    ]);
    expect(await world().request("guest", getUserStatus, { user_id: alice.id })).toMatchObject({
      status: { status_text: "😀".repeat(60), ...octopus },
    });
  });

  test("changing one's status clears the parts that are passed empty", async ({ expect }) => {
    const { alice, guest } = world().people;
    await world().request("alice", updateOwnStatus, { status_text: "Busy", emoji_name: "car" });
    await world().events();
    await world().request("alice", updateOwnStatus, { emoji_name: "" });
    await world().request("alice", updateOwnStatus, { status_text: "" });
    const common = { type: "user_status", user_id: alice.id };
    expect(eventsFor(guest.id, await world().events())).toEqual([
      { ...common, emoji_name: "", emoji_code: "", reaction_type: "" },
      { ...common, status_text: "" },
    ]);
    const answer = await world().request("alice", getUserStatus, { user_id: alice.id });
    expect(answer.status).toEqual({});
  });

  test("a status may show an emoji of the organization, which wins by its name unless the type says no", async ({
    expect,
  }) => {
    await uploadEmoji(world(), "admin", "car", [png]);
    const { emoji } = await world().request("alice", listRealmEmoji, {});
    const code = Object.keys(emoji)[0] ?? "";
    const statusOf = async () =>
      (await world().request("guest", getUserStatus, { user_id: world().people.alice.id })).status;
    await world().request("alice", updateOwnStatus, { emoji_name: "car" });
    const custom = { emoji_name: "car", emoji_code: code, reaction_type: "realm_emoji" as const };
    expect(await statusOf()).toMatchObject(custom);
    await world().request("alice", updateOwnStatus, { emoji_name: "car", emoji_code: "1f697" });
    expect(await statusOf()).toMatchObject({ emoji_code: "1f697", reaction_type: "unicode_emoji" });
    await world().request("alice", updateOwnStatus, custom);
    expect(await statusOf()).toMatchObject(custom);
    await world().request("alice", updateOwnStatus, {
      emoji_name: "car",
      reaction_type: "unicode_emoji",
    });
    expect(await statusOf()).toMatchObject({ emoji_code: "1f697", reaction_type: "unicode_emoji" });
    await world().request("admin", deactivateRealmEmoji, { emoji_name: "car" });
    for (const [given, message] of [
      [custom, "This custom emoji has been deactivated."],
      [{ ...custom, emoji_name: "bike" }, "Invalid custom emoji name."],
    ] as const)
      await expect(world().request("alice", updateOwnStatus, given)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
  });
});
