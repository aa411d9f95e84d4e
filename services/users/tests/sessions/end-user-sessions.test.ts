import { endUserSessions, listAuditLog } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { browser, ownerOf } from "./browsers.ts";

const world = useWorld(() => World.create());
const ended = { valid: false };

describe("ending somebody's sessions (docs/behaviour/sessions.md#administration)", () => {
  test("ending somebody's sessions is refused to all but administrators, and of an owner to all but owners", async ({
    expect,
  }) => {
    const { bot, guest, owner } = world().people;
    const end = (name: "admin" | "alice" | "guest" | "moderator" | "owner", user_id: number) =>
      world().request(name, endUserSessions, { user_id });
    const { token } = await browser(world(), "guest");
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(end(name, guest.id)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "Insufficient permission",
      });
    await expect(end("admin", owner.id)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
    for (const user_id of [0, bot.id])
      await expect(end("owner", user_id)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "No such user",
      });
    expect(await ownerOf(world(), token)).toMatchObject({ valid: true });
  });

  test("an administrator ends all sessions of somebody at once, with the queues, and nobody else's; the log has it", async ({
    expect,
  }) => {
    const { admin, alice } = world().people;
    const sessions = [await browser(world(), "alice"), await browser(world(), "alice")];
    const others = await browser(world(), "moderator");
    await world().events();
    await world().request("admin", endUserSessions, { user_id: alice.id });
    for (const { token } of sessions) expect(await ownerOf(world(), token)).toEqual(ended);
    expect(await ownerOf(world(), others.token)).toMatchObject({ valid: true });
    const announced = (await world().events()).map(({ event }) => event);
    expect(announced).toEqual([{ type: "sessions_ended", user_id: alice.id }]);
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries).toMatchObject([
      {
        operation: "endUserSessions",
        actor: { user_id: admin.id },
        changes: sessions.map(({ sessionId: session_id }) => ({
          object: "session",
          key: { user_id: alice.id, session_id },
          before: { client: "Mozilla/5.0", address: "192.0.2.1" },
        })),
      },
    ]);
    await world().request("admin", endUserSessions, { user_id: alice.id });
    expect(await world().events()).toEqual([]);
  });
});
