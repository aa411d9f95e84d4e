import { addLinkifier, listLinkifiers, reorderLinkifiers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const ids: number[] = [];

beforeAll(async () => {
  for (const letter of ["a", "b", "c"]) {
    const given = { pattern: letter, url_template: `https://example.com/${letter}` };
    ids.push((await world().request("admin", addLinkifier, given)).id);
  }
  await world().events();
});

describe("reordering linkifiers (docs/behaviour/organization.md#linkifiers)", () => {
  test("reordering linkifiers is for administrators", async ({ expect }) => {
    const given = { ordered_linkifier_ids: ids };
    await expect(world().request("alice", reorderLinkifiers, given)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
  });

  test("reordering linkifiers refuses lists that leave one out, repeat one or name an unknown one", async ({
    expect,
  }) => {
    const [a = 0, b = 0, c = 0] = ids;
    for (const wanted of [[a, b], [a, b, b], [a, b, c, c], [a, b, c + 1000], []])
      await expect(
        world().request("admin", reorderLinkifiers, { ordered_linkifier_ids: wanted }),
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: "The ordered list must enumerate all existing linkifiers exactly once",
      });
  });

  test("reordering linkifiers changes the order and tells everybody, once", async ({ expect }) => {
    const wanted = ids.toReversed();
    await world().request("admin", reorderLinkifiers, { ordered_linkifier_ids: wanted });
    await world().request("admin", reorderLinkifiers, { ordered_linkifier_ids: wanted });
    const { linkifiers } = await world().request("guest", listLinkifiers, {});
    expect(linkifiers.map(({ id }) => id)).toEqual(wanted);
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_linkifiers", realm_linkifiers: linkifiers },
    ]);
  });
});
