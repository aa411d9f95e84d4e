import { listRealmEmoji, parseSections, registerOperations } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { png } from "../pictures.ts";
import { World } from "../world.ts";
import { uploadEmoji } from "./emoji.ts";

const world = useWorld(() => World.create());

describe("the emoji of an organization (docs/behaviour/organization.md#custom-emoji)", () => {
  test("the emoji of an organization are refused without credentials", async ({ expect }) => {
    const list = world().request(world().anonymous(), listRealmEmoji, {});
    await expect(list).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("the emoji of an organization are the same for everybody there and in the initial data", async ({
    expect,
  }) => {
    await uploadEmoji(world(), "alice", "logo-1", [png]);
    const { emoji } = await world().request("guest", listRealmEmoji, {});
    expect(Object.values(emoji)).toMatchObject([{ name: "logo-1" }]);
    const request = {
      fetch: ["realm_emoji"],
      clientGravatar: false,
      includeSubscribers: "false" as const,
      slimPresence: true,
      presenceHistoryLimitDays: 0,
      capabilities: {},
    };
    const { identity } = world().people.bot;
    const part = await world().call(registerOperations.users, request, identity);
    expect(parseSections(part)["realm_emoji"]).toEqual(emoji);
    const theirs = await world().request(world().acmeOwner.identity, listRealmEmoji, {});
    expect(theirs.emoji).toEqual({});
  });
});
