import { addLinkifier, listLinkifiers } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("listing linkifiers (docs/behaviour/organization.md#linkifiers)", () => {
  test("listing linkifiers shows those of one's organization to everybody, in order", async ({
    expect,
  }) => {
    const given = ["a", "b"].map((letter) => ({
      pattern: `${letter}(?P<id>[0-9]+)`,
      url_template: `https://example.com/${letter}/{id}`,
    }));
    for (const linkifier of given) await world().request("owner", addLinkifier, linkifier);
    const { linkifiers } = await world().request("guest", listLinkifiers, {});
    expect(linkifiers).toEqual(
      given.map((linkifier) => ({ id: expect.any(Number), ...linkifier })),
    );
    const acme = await world().request(world().acmeOwner.identity, listLinkifiers, {});
    expect(acme.linkifiers).toEqual([]);
  });
});
