import {
  addRealmDomain,
  listRealmDomains,
  removeRealmDomain,
  updateRealm,
} from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("removing a domain (docs/behaviour/organization.md#domains)", () => {
  test("removing a domain is for owners, and of domains that there are", async ({ expect }) => {
    const domain = { domain: "a.example" };
    await expect(world().request("admin", removeRealmDomain, domain)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
    await expect(world().request("owner", removeRealmDomain, domain)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "No entry found for domain a.example.",
    });
  });

  test("removing a domain tells everybody, and removing the last one lifts the restriction", async ({
    expect,
  }) => {
    for (const domain of ["a.example", "b.example"])
      await world().request("owner", addRealmDomain, { domain, allow_subdomains: false });
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    await world().events();
    await world().request("owner", removeRealmDomain, { domain: "a.example" });
    await world().request("owner", removeRealmDomain, { domain: "b.example" });
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_domains", op: "remove", domain: "a.example" },
      { type: "realm_domains", op: "remove", domain: "b.example" },
      { type: "realm", op: "update", property: "emails_restricted_to_domains", value: false },
    ]);
    expect((await world().request("owner", listRealmDomains, {})).domains).toEqual([]);
  });
});
