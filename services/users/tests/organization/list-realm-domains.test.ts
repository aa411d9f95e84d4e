import { addRealmDomain, listRealmDomains } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { registerSections } from "../register/register-sections.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("an organization's domains (docs/behaviour/organization.md#domains)", () => {
  test("an organization's domains are its own, by name, for everybody, also in the initial data", async ({
    expect,
  }) => {
    for (const domain of ["b.example", "a.example"])
      await world().request("owner", addRealmDomain, { domain, allow_subdomains: false });
    const domains = ["a.example", "b.example"].map((domain) => ({
      domain,
      allow_subdomains: false,
    }));
    expect((await world().request("guest", listRealmDomains, {})).domains).toEqual(domains);
    expect(await registerSections(world(), "guest", { fetch: ["realm_domains"] })).toEqual({
      realm_domains: domains,
    });
    const other = await world().request(world().acmeOwner.identity, listRealmDomains, {});
    expect(other.domains).toEqual([]);
  });
});
