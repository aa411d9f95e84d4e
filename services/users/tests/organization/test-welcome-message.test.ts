import { testWelcomeMessage } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { newestMessage } from "../peers.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("trying a welcome message (docs/behaviour/organization.md#welcome-message)", () => {
  test("trying a welcome message is for administrators, with a text that can be sent", async ({
    expect,
  }) => {
    const text = { welcome_message_custom_text: "Hello" };
    await expect(world().request("bot", testWelcomeMessage, text)).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(world().request(name, testWelcomeMessage, text), name).rejects.toMatchObject({
        code: "UNAUTHORIZED_PRINCIPAL",
        message: "Must be an organization administrator",
      });
    for (const [welcome_message_custom_text, message] of [
      ["x".repeat(8001), "welcome_message_custom_text is too long (limit: 8000 characters)"],
      [" ", "Message must not be empty"],
    ] as const)
      await expect(
        world().request("admin", testWelcomeMessage, { welcome_message_custom_text }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    expect(world().notices).toEqual([]);
  });

  test("trying a welcome message sends it to the caller, from the Welcome Bot, each time", async ({
    expect,
  }) => {
    const text = { welcome_message_custom_text: "Hello **you**" };
    for (const name of ["admin", "admin", "owner"] as const)
      expect(await world().request(name, testWelcomeMessage, text)).toMatchObject({
        message_id: newestMessage,
      });
    const { admin, owner } = world().people;
    expect(world().notices).toMatchObject(
      [admin, admin, owner].map(({ id }) => ({
        from: "welcome-bot",
        to: { kind: "users", userIds: [id] },
        content: "Hello **you**",
      })),
    );
    expect(new Set(world().notices.map(({ key }) => key)).size).toBe(3);
  });
});
