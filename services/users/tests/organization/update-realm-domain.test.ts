import { addRealmDomain, listRealmDomains, updateRealmDomain } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());

describe("changing a domain (docs/behaviour/organization.md#domains)", () => {
  test("changing a domain is for owners, and of domains that there are", async ({ expect }) => {
    const change = { domain: "a.example", allow_subdomains: true };
    await expect(world().request("admin", updateRealmDomain, change)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
    await world().request(world().acmeOwner.identity, addRealmDomain, change);
    await expect(world().request("owner", updateRealmDomain, change)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "No entry found for domain a.example.",
    });
  });

  test("changing a domain tells everybody", async ({ expect }) => {
    const domain = "b.example";
    await world().request("owner", addRealmDomain, { domain, allow_subdomains: true });
    await world().events();
    await world().request("owner", updateRealmDomain, { domain, allow_subdomains: false });
    const changed = { domain, allow_subdomains: false };
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_domains", op: "change", realm_domain: changed },
    ]);
    expect((await world().request("owner", listRealmDomains, {})).domains).toEqual([changed]);
    await world().request("owner", updateRealmDomain, { domain, allow_subdomains: true });
    const again = { domain, allow_subdomains: true };
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_domains", op: "change", realm_domain: again },
    ]);
    expect((await world().request("owner", listRealmDomains, {})).domains).toEqual([again]);
  });
});
