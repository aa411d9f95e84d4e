import { getUser, getUsersState, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { gif, png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";
import { uploadAvatar } from "./avatars.ts";

const world = useWorld(() => World.create());

describe("uploading one's picture (docs/behaviour/users.md#avatars)", () => {
  test("uploading one's picture is refused without one picture of at most 5 MiB, and changes nothing", async ({
    expect,
  }) => {
    for (const [files, msg] of [
      [[], "You must upload exactly one avatar."],
      [[png, png], "You must upload exactly one avatar."],
      [[Buffer.from("hello")], "Invalid image format"],
      [[gif(1).subarray(0, 25)], "Could not decode image; did you upload an image file?"],
      [
        [Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)])],
        "Uploaded file is larger than the allowed limit of 5 MiB",
      ],
    ] as const)
      expect(await uploadAvatar(world(), "alice", files), msg).toMatchObject({
        code: "BAD_REQUEST",
        msg,
      });
    const { alice } = world().people;
    const { user } = await world().request("owner", getUser, { user_id: alice.id });
    expect(user.avatar_version).toBe(1);
    expect(await world().events()).toEqual([]);
  });

  test("uploading one's picture is for administrators only where changes are disabled", async ({
    expect,
  }) => {
    await world().request("owner", updateRealm, { avatar_changes_disabled: true });
    expect(await uploadAvatar(world(), "moderator", [png])).toMatchObject({
      code: "BAD_REQUEST",
      msg: "Avatar changes are disabled in this organization.",
    });
    expect(await uploadAvatar(world(), "admin", [png])).toMatchObject({ result: "success" });
    await world().request("owner", updateRealm, { avatar_changes_disabled: false });
  });

  test("uploading one's picture shows it in every size and tells everybody, and other services know it at once", async ({
    expect,
  }) => {
    const { alice, guest, moderator } = world().people;
    await world().events();
    const { avatar_url: url = "" } = await uploadAvatar(world(), "alice", [png]);
    const medium = `${url}-medium`;
    expect(url).toMatch(new RegExp(`^/api/v1/avatar_images/${alice.id}-\\w{32}$`));
    const announced = {
      type: "realm_user",
      op: "update",
      person: {
        user_id: alice.id,
        avatar_url: url,
        avatar_url_medium: medium,
        avatar_source: "U",
        avatar_version: 2,
      },
    };
    const events = await world().events();
    for (const { id } of [alice, guest, moderator])
      expect(eventsFor(id, events)).toEqual([announced]);
    const { user } = await world().request("guest", getUser, {
      user_id: alice.id,
      client_gravatar: true,
    });
    expect(user).toMatchObject({ avatar_url: url, avatar_version: 2 });
    expect(await registerSections(world(), "alice", { fetch: ["realm_user"] })).toMatchObject({
      avatar_url: url,
      avatar_url_medium: medium,
      avatar_source: "U",
    });
    const { users } = await world().call(getUsersState, { realmId: world().realm.id, since: 0 });
    expect(users.find(({ id }) => id === alice.id)).toMatchObject({
      avatarUrl: url,
      defaultSendingChannelId: null,
      joinsDefaultChannels: true,
      avatarIsGravatar: false,
    });
  });

  test("uploading a bot's picture also tells those who manage it", async ({ expect }) => {
    const { bot, alice, guest } = world().people;
    await world().events();
    const { avatar_url: url } = await uploadAvatar(world(), "bot", [gif(2)]);
    const events = await world().events();
    const announced = {
      type: "realm_bot",
      op: "update",
      bot: { user_id: bot.id, avatar_url: url },
    };
    expect(eventsFor(alice.id, events)).toContainEqual(announced);
    expect(eventsFor(guest.id, events)).toHaveLength(1);
  });
});
