import { endOwnSession, endSession } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { browser, ownerOf } from "./browsers.ts";

const world = useWorld(() => World.create());
const ended = { valid: false };

describe("ending sessions (docs/behaviour/sessions.md#own-sessions)", () => {
  test("ending a session is refused when it is not there or somebody else's", async ({
    expect,
  }) => {
    const { sessionId } = await browser(world(), "owner");
    for (const id of [sessionId, sessionId + 1000])
      await expect(world().request("alice", endSession, { session_id: id })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Invalid session ID",
      });
  });

  test("ending a session ends it at once, and the user's queues", async ({ expect }) => {
    const own = await browser(world(), "alice");
    const other = await browser(world(), "alice");
    await world().events();
    await world().request(own.identity, endSession, { session_id: other.sessionId });
    expect(await ownerOf(world(), other.token)).toEqual(ended);
    expect(await ownerOf(world(), own.token)).toMatchObject({ valid: true });
    expect((await world().events()).map(({ event }) => event)).toEqual([
      { type: "sessions_ended", user_id: world().people.alice.id },
    ]);
  });

  test("logging out ends the session of the token, and no queues (docs/behaviour/sessions.md#logging-in)", async ({
    expect,
  }) => {
    const { token } = await browser(world(), "alice");
    await world().events();
    for (const given of [token, token, "x".repeat(32)])
      await world().call(endOwnSession, { realmId: world().realm.id, token: given });
    expect(await ownerOf(world(), token)).toEqual(ended);
    expect(await world().events()).toEqual([]);
  });
});
