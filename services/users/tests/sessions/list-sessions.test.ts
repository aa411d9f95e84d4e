import { listSessions } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { browser } from "./browsers.ts";

const world = useWorld(() => World.create());

describe("own sessions (docs/behaviour/sessions.md#own-sessions)", () => {
  test("a person's sessions are listed, the one used last first and the current one marked, and bots have none", async ({
    expect,
  }) => {
    const first = await browser(world(), "alice", `Firefox\u0000 ${"x".repeat(400)}`);
    world().clock.aheadMs += 60_000;
    const second = await browser(world(), "alice", "Safari");
    await browser(world(), "owner");
    const { sessions } = await world().request(first.identity, listSessions, {});
    const common = { address: "192.0.2.1" };
    expect(sessions).toMatchObject([
      { ...common, id: second.sessionId, client: "Safari", is_current: false },
      { ...common, id: first.sessionId, is_current: true },
    ]);
    expect(sessions[1]?.client).toMatch(/^Firefox x{292}$/);
    expect((sessions[0]?.created_at ?? 0) - (sessions[1]?.created_at ?? 0)).toBeCloseTo(60, -1);
    await expect(world().request("bot", listSessions, {})).rejects.toMatchObject({
      message: "This endpoint does not accept bot requests.",
    });
  });
});
