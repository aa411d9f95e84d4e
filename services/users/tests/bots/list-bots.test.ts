import { createBot, deactivateBot, listBots } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("the list of bots (docs/behaviour/bots.md#listing-bots)", () => {
  test("the list of bots is refused to guests and bots", async ({ expect }) => {
    for (const [name, message] of [
      ["guest", "Not allowed for guest users"],
      ["bot", "This endpoint does not accept bot requests."],
    ] as const)
      await expect(world().request(name, listBots, {})).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
  });

  test("the list of bots has the caller's own active bots with their keys, also for administrators", async ({
    expect,
  }) => {
    const { bot } = world().people;
    const gone = { full_name: "Gone", short_name: "gone" };
    const { user_id: bot_id } = await world().request("alice", createBot, gone);
    await world().request("alice", deactivateBot, { bot_id });
    expect((await world().request("alice", listBots, {})).bots).toEqual([
      {
        user_id: bot.id,
        username: bot.email,
        full_name: "Echo Bot",
        api_key: bot.apiKey,
        avatar_url: expect.stringMatching(/^https:/),
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
    ]);
    expect((await world().request("owner", listBots, {})).bots).toEqual([]);
  });
});
