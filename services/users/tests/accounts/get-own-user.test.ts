import { getOwnUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { newestMessage } from "../peers.ts";
import { World } from "../world.ts";

describe("the own user (docs/behaviour/users.md#user-object)", () => {
  const world = useWorld(() => World.create());

  test("the own user is refused without credentials", async ({ expect }) => {
    const own = world().request(world().anonymous(), getOwnUser, {});
    await expect(own).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("the own user is described completely, with the newest message", async ({ expect }) => {
    expect(await world().request("alice", getOwnUser, {})).toMatchObject({
      user_id: world().people.alice.id,
      email: "alice@example.com",
      delivery_email: "alice@example.com",
      full_name: "Alice Member",
      avatar_url: expect.stringMatching(/^https:/),
      profile_data: {},
      max_message_id: newestMessage,
    });
    expect(await world().request("bot", getOwnUser, {})).toMatchObject({
      is_bot: true,
      bot_type: 1,
    });
  });
});

describe("while messages does not answer (docs/behaviour/users.md#user-object)", () => {
  const world = useWorld(() => World.create({ MESSAGES_URL: "http://127.0.0.1:9" }));

  test("the own user is not guessed", async ({ expect }) => {
    const own = world().request("alice", getOwnUser, {});
    await expect(own).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });
});
