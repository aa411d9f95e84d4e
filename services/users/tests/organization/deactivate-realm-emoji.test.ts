import { deactivateRealmEmoji, listRealmEmoji } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { png } from "../pictures.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { uploadEmoji } from "./emoji.ts";

const world = useWorld(() => World.create());
const deactivate = (as: Name, emoji_name: string) =>
  world().request(as, deactivateRealmEmoji, { emoji_name });

describe("deactivating an emoji (docs/behaviour/organization.md#custom-emoji)", () => {
  test("deactivating an emoji is refused for unknown ones, and to all but its author and administrators", async ({
    expect,
  }) => {
    await uploadEmoji(world(), "alice", "mine", [png]);
    await expect(deactivate("owner", "none")).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "Emoji 'none' does not exist",
    });
    for (const name of ["moderator", "guest", "bot"] as const)
      await expect(deactivate(name, "mine")).rejects.toMatchObject({
        message: "Must be an organization administrator or emoji author",
      });
  });

  test("deactivating an emoji keeps it in the list, frees its name and tells everybody", async ({
    expect,
  }) => {
    await uploadEmoji(world(), "alice", "other", [png]);
    await world().events();
    await deactivate("alice", "mine");
    await deactivate("admin", "other");
    const { emoji } = await world().request("guest", listRealmEmoji, {});
    expect(Object.values(emoji)).toMatchObject([
      { name: "mine", deactivated: true },
      { name: "other", deactivated: true },
    ]);
    const events = eventsFor(world().people.guest.id, await world().events());
    expect(events.at(-1)).toEqual({ type: "realm_emoji", op: "update", realm_emoji: emoji });
    await expect(deactivate("alice", "mine")).rejects.toMatchObject({
      message: "Emoji 'mine' does not exist",
    });
    expect(await uploadEmoji(world(), "moderator", "mine", [png])).toMatchObject({
      result: "success",
    });
  });
});
