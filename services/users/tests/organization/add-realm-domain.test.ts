import { addRealmDomain, createUser, listRealmDomains, updateRealm } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { password } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";

const world = useWorld(() => World.create());
const add = (domain: string, allow_subdomains = false) =>
  world().request("owner", addRealmDomain, { domain, allow_subdomains });

describe("adding a domain (docs/behaviour/organization.md#domains)", () => {
  test("adding a domain is for owners", async ({ expect }) => {
    for (const name of ["admin", "moderator", "alice", "guest", "bot"] as const)
      await expect(
        world().request(name, addRealmDomain, { domain: "a.example", allow_subdomains: true }),
        name,
      ).rejects.toMatchObject({ code: "UNAUTHORIZED_PRINCIPAL" });
  });

  test.for([
    ["", "Domain can't be empty."],
    ["local", "Domain must have at least one dot (.)"],
    [".a.example", "Domain cannot start or end with a dot (.)"],
    ["a..example", "Consecutive '.' are not allowed."],
    ["-a.example", "Subdomains cannot start or end with a '-'."],
    ["a_b.example", "Domain can only have letters, numbers, '.' and '-'s."],
    [`${"a.".repeat(128)}example`, "Domain is too long"],
  ] as const)("adding a domain refuses '%s'", async ([domain, message], { expect }) => {
    await expect(add(domain)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: `Invalid domain: ${message}`,
    });
    expect((await world().request("owner", listRealmDomains, {})).domains).toEqual([]);
  });

  test("adding a domain tells everybody, once", async ({ expect }) => {
    await world().events();
    const answer = await add(" Corp.Example ", true);
    expect(answer.new_domain).toEqual([world().realm.id, "corp.example"]);
    expect(eventsFor(world().people.guest.id, await world().events())).toEqual([
      {
        type: "realm_domains",
        op: "add",
        realm_domain: { domain: "corp.example", allow_subdomains: true },
      },
    ]);
    await expect(add("corp.example")).rejects.toMatchObject({
      message: "The domain corp.example is already a part of your organization.",
    });
  });

  test("an added domain restricts who joins when the organization says so", async ({ expect }) => {
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    const join = (email: string) =>
      world().request("owner", createUser, { email, password, full_name: "New Person" });
    for (const [email, message] of [
      ["a@else.example", "Email 'a@else.example' not allowed in this organization"],
      ["a@notcorp.example", "Email 'a@notcorp.example' not allowed in this organization"],
      ["a+b@corp.example", "Email addresses containing + are not allowed."],
    ] as const)
      await expect(join(email), email).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await join("a@corp.example");
    await join("b@deep.Corp.example");
    await world().request("owner", updateRealm, { emails_restricted_to_domains: false });
    await expect(join("a@mailinator.com")).rejects.toMatchObject({
      message: "Disposable email addresses are not allowed in this organization",
    });
  });
});
