import { listRealmEmoji, parseSections, registerOperations } from "@team-chat/contract";
import { describe, test } from "vitest";

import { png } from "../pictures.ts";
import { useWorld } from "../use-world.ts";
import { uploadEmoji } from "./emoji.ts";

const world = useWorld();

describe("the emoji of an organization (docs/behaviour/organization.md#custom-emoji)", () => {
  test("the emoji of an organization are refused without credentials", async ({ expect }) => {
    const list = world().request(listRealmEmoji, world().anonymous(), {});
    await expect(list).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  test("the emoji of an organization are the same for everybody there and in the initial data", async ({
    expect,
  }) => {
    await uploadEmoji(world(), "member", "logo-1", [png]);
    const { emoji } = await world().request(listRealmEmoji, "guest", {});
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
    const theirs = await world().request(listRealmEmoji, world().acmeOwner.identity, {});
    expect(theirs.emoji).toEqual({});
  });
});
