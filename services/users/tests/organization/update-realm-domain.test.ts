import { addRealmDomain, listRealmDomains, updateRealmDomain } from "@team-chat/contract";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { useWorld } from "../use-world.ts";

const world = useWorld();

describe("changing a domain (docs/behaviour/organization.md#domains)", () => {
  test("changing a domain is for owners, and of domains that there are", async ({ expect }) => {
    const change = { domain: "a.example", allow_subdomains: true };
    await expect(world().request(updateRealmDomain, "admin", change)).rejects.toMatchObject({
      code: "UNAUTHORIZED_PRINCIPAL",
    });
    await world().request(addRealmDomain, world().acmeOwner.identity, change);
    await expect(world().request(updateRealmDomain, "owner", change)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "No entry found for domain a.example.",
    });
  });

  test("changing a domain tells everybody", async ({ expect }) => {
    const domain = "b.example";
    await world().request(addRealmDomain, "owner", { domain, allow_subdomains: true });
    await world().events();
    await world().request(updateRealmDomain, "owner", { domain, allow_subdomains: false });
    const changed = { domain, allow_subdomains: false };
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_domains", op: "change", realm_domain: changed },
    ]);
    expect((await world().request(listRealmDomains, "owner", {})).domains).toEqual([changed]);
    await world().request(updateRealmDomain, "owner", { domain, allow_subdomains: true });
    const again = { domain, allow_subdomains: true };
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      { type: "realm_domains", op: "change", realm_domain: again },
    ]);
    expect((await world().request(listRealmDomains, "owner", {})).domains).toEqual([again]);
  });
});
