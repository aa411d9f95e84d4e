import { addLinkifier, updateLinkifier } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const first = { pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" };
const second = { ...first, pattern: "PR(?P<id>[0-9]+)" };
const ids = { first: 0, second: 0 };

beforeAll(async () => {
  ids.first = (await world().request("admin", addLinkifier, first)).id;
  ids.second = (await world().request("admin", addLinkifier, second)).id;
  await world().events();
});

describe("editing a linkifier (docs/behaviour/organization.md#linkifiers)", () => {
  test("editing a linkifier is for administrators", async ({ expect }) => {
    const given = { filter_id: ids.first, ...first };
    await expect(world().request("moderator", updateLinkifier, given)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
  });

  test("editing a linkifier refuses what adding refuses, and one that is not there", async ({
    expect,
  }) => {
    for (const [given, message] of [
      [
        { filter_id: ids.first, ...second },
        "Realm filter with this Realm and Pattern already exists.",
      ],
      [{ filter_id: ids.first, ...first, url_template: "{" }, "Invalid URL template."],
      [{ filter_id: ids.second + 1000, ...first }, "Linkifier not found."],
    ] as const)
      await expect(world().request("admin", updateLinkifier, given)).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message,
      });
  });

  test("an edited linkifier keeps its place, and everybody is told once", async ({ expect }) => {
    const changed = { ...first, url_template: "https://example.org/{id}" };
    const given = { filter_id: ids.first, ...changed };
    await world().request("admin", updateLinkifier, given);
    await world().request("admin", updateLinkifier, given);
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      {
        type: "realm_linkifiers",
        realm_linkifiers: [
          { id: ids.first, ...changed },
          { id: ids.second, ...second },
        ],
      },
    ]);
  });
});
