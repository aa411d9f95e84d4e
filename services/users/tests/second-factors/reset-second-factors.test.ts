import { fetchApiKey, resetSecondFactors } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { World } from "../world.ts";
import { Factors } from "./factors.ts";

const world = useWorld(() => World.create());
const factors = new Factors(world);

describe("a reset of second factors (docs/behaviour/second-factors.md#administration)", () => {
  test("a reset is refused to all but administrators, and of an owner to all but owners", async ({
    expect,
  }) => {
    const { bot, guest, owner } = world().people;
    const reset = (name: "admin" | "alice" | "guest" | "moderator" | "owner", user_id: number) =>
      world().request(name, resetSecondFactors, { user_id });
    for (const name of ["moderator", "alice", "guest"] as const)
      await expect(reset(name, guest.id)).rejects.toMatchObject({
        message: "Insufficient permission",
      });
    await expect(reset("admin", owner.id)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
    for (const user_id of [0, bot.id])
      await expect(reset("owner", user_id)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "No such user",
      });
  });

  test("a reset lets the password alone in again, ends what was under way, and is told by e-mail once", async ({
    expect,
  }) => {
    await using app = await factors.setUp("alice");
    const { alice } = world().people;
    const begun = await factors.begin("alice");
    await world().request("admin", resetSecondFactors, { user_id: alice.id });
    await world().request("admin", resetSecondFactors, { user_id: alice.id });
    for (const code of [app.code(), app.recoveryCodes[0] ?? ""])
      await expect(factors.complete(begun.token, code)).rejects.toMatchObject({
        code: "AUTHENTICATION_FAILED",
      });
    expect((await factors.begin("alice")).isHalf).toBe(false);
    const key = { username: alice.email, password };
    expect(await world().request(world().anonymous(), fetchApiKey, key)).toMatchObject({
      api_key: alice.apiKey,
    });
    const subject = "Subject: The second factors of your account in Root were removed";
    expect((await world().mails()).filter((mail) => mail.includes(subject))).toHaveLength(1);
    expect(await world().events()).toEqual([]);
  });
});
