import { endSession, getAccessMark, regenerateOwnKey } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { browser } from "./browsers.ts";

const world = useWorld(() => World.create());

function mark(userId: number, sessionId: number | null) {
  return world().call(getAccessMark, { realmId: world().realm.id, userId, sessionId });
}

describe("what a session or key is known by (docs/behaviour/notifications.md#push-subscriptions)", () => {
  test("a session has no mark once it has ended, was not used for long, or for anybody else", async ({
    expect,
  }) => {
    const { alice, owner } = world().people;
    const [first, second] = [await browser(world(), "alice"), await browser(world(), "alice")];
    const known = await mark(alice.id, first.sessionId);
    expect(known.mark).toMatch(/^session \d+$/);
    expect(await mark(alice.id, second.sessionId)).not.toEqual(known);
    expect(await mark(owner.id, first.sessionId)).toEqual({ mark: null });
    await world().request(second.identity, endSession, { session_id: first.sessionId });
    expect(await mark(alice.id, first.sessionId)).toEqual({ mark: null });
    world().clock.aheadMs += 31 * 24 * 3_600_000;
    expect(await mark(alice.id, second.sessionId)).toEqual({ mark: null });
  });

  test("a key has another mark than the one before it, and tells nothing of itself", async ({
    expect,
  }) => {
    const { apiKey, id } = world().people.moderator;
    const before = await mark(id, null);
    expect(await mark(id, null)).toEqual(before);
    expect(before.mark).not.toContain(apiKey);
    await world().request("moderator", regenerateOwnKey, {});
    expect((await mark(id, null)).mark).toMatch(/^key [\da-f]{32}$/);
    expect(await mark(id, null)).not.toEqual(before);
  });
});
