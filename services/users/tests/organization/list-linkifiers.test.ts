import { addLinkifier, listLinkifiers } from "@team-chat/contract";
import { describe, test } from "vitest";

import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("listing linkifiers (docs/behaviour/organization.md#linkifiers)", () => {
  test("listing linkifiers shows those of one's organization to everybody, in order", async ({
    expect,
  }) => {
    const given = ["a", "b"].map((letter) => ({
      pattern: `${letter}(?P<id>[0-9]+)`,
      url_template: `https://example.com/${letter}/{id}`,
    }));
    for (const linkifier of given) await world().request(addLinkifier, "owner", linkifier);
    const { linkifiers } = await world().request(listLinkifiers, "guest", {});
    expect(linkifiers).toEqual(
      given.map((linkifier) => ({ id: expect.any(Number), ...linkifier })),
    );
    const acme = await world().request(listLinkifiers, world().acmeOwner.identity, {});
    expect(acme.linkifiers).toEqual([]);
  });
});
