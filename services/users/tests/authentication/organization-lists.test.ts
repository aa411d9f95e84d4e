import {
  addRealmUser,
  deactivateRealm,
  deactivateUser,
  requestOrganizationList,
  roles,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";

const world = useWorld(() => World.create());

/** Asks for the organizations of an address, and returns the e-mail that has come to any form of it by then. */
async function mailsAfterAsking(email: string): Promise<readonly string[]> {
  await world().call(requestOrganizationList, { email });
  await world().service.requestedMail.runNow();
  const to = `To: ${email.trim().toLowerCase()}\r\n`;
  return (await world().mails()).filter((text) => text.toLowerCase().includes(to.toLowerCase()));
}

describe("asking for one's organizations (docs/behaviour/organization.md#finding-organizations)", () => {
  test("a list is never sent for nobody, a bot or a deactivated account, nor is it refused", async ({
    expect,
  }) => {
    const { email, id } = world().people.guest;
    await world().request("owner", deactivateUser, { user_id: id });
    for (const address of ["nobody@example.com", "echo-bot@example.com", "nonsense", "", email])
      expect(await mailsAfterAsking(address)).toEqual([]);
    const left = sql.unsafe`select * from organization_list_request`;
    expect(await world().database.any(left)).toEqual([]);
  });

  test("a list names every open organization in which the address is active, in whatever case it is given", async ({
    expect,
  }) => {
    const account = { email: "Alice@Example.com", fullName: "Alice", password: null };
    await world().call(addRealmUser, {
      realmId: world().acme.id,
      ...account,
      role: roles.member,
    });
    const [both] = await mailsAfterAsking(" ALICE@example.com ");
    expect(both).toContain("Subject: Your organizations");
    for (const { url } of [world().realm, world().acme]) expect(both).toContain(url);
    await world().call(deactivateRealm, { subdomain: world().acme.subdomain });
    const one = (await mailsAfterAsking("alice@example.com")).at(-1);
    expect(one).toContain(world().realm.url);
    expect(one).not.toContain(world().acme.url);
  });

  test("a list names the first hundred organizations by name, and says when there are more", async ({
    expect,
  }) => {
    const email = "everywhere@example.com";
    await world().database.query(sql.unsafe`
      with added as (
        insert into realm (realm_id, subdomain, name, version)
        select 9000 + number, 'many' || number, 'Many ' || lpad(number::text, 3, '0'), 1
        from generate_series(1, 100) number returning realm_id
      )
      insert into account (realm_id, delivery_email, full_name, role, version, auth_version)
      select realm_id, ${email}, 'Every Where', ${roles.member}, 1, 1 from added`);
    const [hundred] = await mailsAfterAsking(email);
    expect(hundred).toContain("Many 100");
    expect(hundred).not.toContain("There are more");
    const account = { email, fullName: "Every Where", password: null, role: roles.member };
    await world().call(addRealmUser, { realmId: world().realm.id, ...account });
    const all = (await mailsAfterAsking(email)).at(-1);
    expect(all).toContain("There are more than 100. These are the first of them, by name.");
    expect(all).toContain("Many 100");
    expect(all).not.toContain("Root:");
  });
});
