import {
  addBlockedAddress,
  getUser,
  listAuditLog,
  listUsers,
  roles,
  updateRealm,
} from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { patch, refusedWith, scim, userSchema } from "./scim.ts";

const world = useWorld(() => World.create());

let made = 0;

const create = async (fields: object = {}) => {
  made += 1;
  const userName = `new${made}@example.com`;
  const name = { formatted: `Newcomer ${made}` };
  const body = { schemas: [userSchema], userName, name, active: true, ...fields };
  const answer = await scim(world(), "POST /Users", { body });
  return { ...answer, id: Number(answer.body["id"]), userName };
};

describe("creating people (docs/behaviour/scim.md#people)", () => {
  test.for([
    ["without an address", { userName: undefined }, "A new person needs 'userName'."],
    ["with no address", { userName: "anna" }, "'userName' has to be an e-mail address."],
    ["with a number for an address", { userName: 7 }, "'userName' has to be a text."],
    ["with a name that nobody may have", { name: { formatted: "A*" } }, "Invalid characters"],
    ["who is not active", { active: false }, "A new person is active."],
    ["with a role that there is none of", { role: "king" }, "There is no role 'king'"],
    ["with two roles", { roles: [{ value: "guest" }, { value: "member" }] }, "one role"],
  ] as const)("a person %s is refused", async ([, fields, detail], { expect }) => {
    const answer = await create(fields);
    expect(answer).toMatchObject(refusedWith(400, "invalidValue"));
    expect(answer.body["detail"]).toContain(detail);
  });

  test("a person with an address that is taken, in any case and by anybody, is refused with 409", async ({
    expect,
  }) => {
    for (const userName of ["ALICE@example.com", world().people.bot.email])
      expect(await create({ userName })).toMatchObject(refusedWith(409, "uniqueness"));
  });

  test("a person beyond the limit of the organization is refused with 403, which says so", async ({
    expect,
  }) => {
    const limit = (limits: object) =>
      world().database.query(sql.unsafe`
        update realm set limits = ${JSON.stringify(limits)}::jsonb where realm_id = ${world().realm.id}
      `);
    await limit({ people: 1 });
    const answer = await create();
    expect(answer).toMatchObject(refusedWith(403));
    expect(answer.body["detail"]).toContain("limit of 1 people");
    await limit({});
  });

  test("a person whose address is blocked is refused (docs/behaviour/organization.md#block-list)", async ({
    expect,
  }) => {
    await world().request("owner", addBlockedAddress, { pattern: "spam.example" });
    const answer = await create({ userName: "a@deep.spam.example" });
    expect(answer).toMatchObject(refusedWith(400));
    expect(answer.body["detail"]).toContain("not allowed in this organization");
  });

  test("a person whose domain the organization does not take is refused", async ({ expect }) => {
    await world().request("owner", updateRealm, { emails_restricted_to_domains: true });
    const answer = await create({ userName: "x@elsewhere.example" });
    expect(answer).toMatchObject(refusedWith(400, "invalidValue"));
    await world().request("owner", updateRealm, { emails_restricted_to_domains: false });
  });

  test("a new person is answered whole with its address and version, and everybody is told as of any account", async ({
    expect,
  }) => {
    await world().events();
    const { body, headers, id, status, userName } = await create({
      externalId: "00u1",
      name: { givenName: "Anna", familyName: "van Berg" },
      role: "moderator",
    });
    const location = `${world().realm.url}/scim/v2/Users/${id}`;
    expect({ status, headers }).toMatchObject({ status: 201, headers: { Location: location } });
    expect(body).toMatchObject({
      schemas: [userSchema],
      id: String(id),
      externalId: "00u1",
      userName,
      name: { formatted: "Anna van Berg", givenName: "Anna", familyName: "van Berg" },
      displayName: "Anna van Berg",
      emails: [{ value: userName, type: "work", primary: true }],
      active: true,
      role: "moderator",
      roles: [{ value: "moderator", primary: true }],
      meta: { resourceType: "User", location, version: headers["ETag"] },
    });
    const events = await world().events();
    expect(eventsFor(world().people.alice.id, events)).toContainEqual(
      expect.objectContaining({
        type: "realm_user",
        op: "add",
        person: expect.objectContaining({ user_id: id, full_name: "Anna van Berg" }) as object,
      }),
    );
    const { members } = await world().request("owner", listUsers, {});
    expect(members.find(({ user_id }) => user_id === id)).toMatchObject({
      role: roles.moderator,
      is_active: true,
    });
  });

  test("a person without a name is called as the address begins", async ({ expect }) => {
    const { body } = await create({ name: {}, userName: "nameless@example.com" });
    expect(body["displayName"]).toBe("nameless");
  });

  test("what a person is to be and the organization has not is left out", async ({ expect }) => {
    const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    const { body, status } = await create({
      title: "Engineer",
      password: "secret",
      groups: [],
      [enterprise]: { department: "R&D" },
    });
    expect(status).toBe(201);
    expect(Object.keys(body)).not.toContain("title");
  });
});

describe("changing people (docs/behaviour/scim.md#changing-people)", () => {
  test("bots, people of other organizations and nobody are not found", async ({ expect }) => {
    for (const id of [world().people.bot.id, world().acmeOwner.id, 999_999])
      for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { Operations: [{ op: "replace", value: {} }] } : {};
        expect(await scim(world(), `${method} /Users/${id}`, { body })).toMatchObject(
          refusedWith(404),
        );
      }
  });

  test("nobody is deleted", async ({ expect }) => {
    const { id } = await create();
    expect(await scim(world(), `DELETE /Users/${id}`)).toMatchObject(refusedWith(400));
  });

  test("the only owner cannot be deactivated, nor lose the role", async ({ expect }) => {
    const { id } = world().people.owner;
    for (const value of [{ active: false }, { role: "member" }])
      expect(await patch(world(), `/Users/${id}`, { op: "replace", value })).toMatchObject(
        refusedWith(400),
      );
  });

  test("what everybody has cannot be removed", async ({ expect }) => {
    const { id } = world().people.alice;
    for (const path of ["userName", "active", "role", "roles", "name", "name.formatted"])
      expect(await patch(world(), `/Users/${id}`, { op: "remove", path })).toMatchObject(
        refusedWith(400, "mutability"),
      );
  });

  test("a guest cannot become an administrator, and an address that is taken is refused with 409", async ({
    expect,
  }) => {
    const { guest } = world().people;
    const path = `/Users/${guest.id}`;
    expect(
      await patch(world(), path, { op: "replace", path: "role", value: "administrator" }),
    ).toMatchObject(refusedWith(400, "invalidValue"));
    expect(
      await patch(world(), path, { op: "replace", path: "userName", value: "alice@example.com" }),
    ).toMatchObject(refusedWith(409, "uniqueness"));
  });

  test("a change that was begun from an older version is refused with 412", async ({ expect }) => {
    const { headers, id } = await create();
    const path = `/Users/${id}`;
    await patch(world(), path, { op: "replace", path: "name.familyName", value: "Changed" });
    const asked = { body: { active: false }, ifMatch: headers["ETag"] ?? "" };
    expect(await scim(world(), `PUT ${path}`, asked)).toMatchObject(refusedWith(412));
    const { headers: now } = await scim(world(), `GET ${path}`);
    const again = { ...asked, ifMatch: `"x", ${now["ETag"] ?? ""}` };
    expect(await scim(world(), `PUT ${path}`, again)).toMatchObject({ status: 200 });
  });

  test("a person who has not changed is answered with 304", async ({ expect }) => {
    const { headers, id } = await create();
    const ifNoneMatch = headers["ETag"] ?? "";
    expect(await scim(world(), `GET /Users/${id}`, { ifNoneMatch })).toMatchObject({
      status: 304,
      headers: { ETag: ifNoneMatch },
    });
    await patch(world(), `/Users/${id}`, { op: "add", path: "externalId", value: "x" });
    expect(await scim(world(), `GET /Users/${id}`, { ifNoneMatch })).toMatchObject({
      status: 200,
      body: { externalId: "x" },
    });
    const forgotten = { op: "replace", path: "externalId", value: null };
    const { body } = await patch(world(), `/Users/${id}`, forgotten);
    expect(body).not.toHaveProperty("externalId");
  });

  test("a name changes by its whole or by its parts, whichever differs", async ({ expect }) => {
    const { id } = await create({ name: { formatted: "Ann Lee" } });
    const rename = async (name: object) =>
      (await scim(world(), `PUT /Users/${id}`, { body: { name } })).body["displayName"];
    await expect(
      rename({ formatted: "Ann Lee", givenName: "Anna", familyName: "Lee" }),
    ).resolves.toBe("Anna Lee");
    await expect(
      rename({ formatted: "Anna Leeson", givenName: "Anna", familyName: "Lee" }),
    ).resolves.toBe("Anna Leeson");
    await expect(rename({ familyName: "Lee" })).resolves.toBe("Anna Lee");
  });

  test("address, name, role and activity change together, and those concerned are told of each", async ({
    expect,
  }) => {
    const { id } = await create();
    await world().events();
    const { body } = await patch(
      world(),
      `/Users/${id}`,
      { op: "Replace", path: "userName", value: "renamed@example.com" },
      { op: "replace", value: { "name.formatted": "Renamed Person", active: "False" } },
      { op: "add", path: 'roles[primary eq "True"].value', value: "guest" },
    );
    expect(body).toMatchObject({
      userName: "renamed@example.com",
      displayName: "Renamed Person",
      active: false,
      role: "guest",
    });
    const announced = eventsFor(world().people.owner.id, await world().events());
    for (const person of [
      { user_id: id, delivery_email: "renamed@example.com" },
      { user_id: id, full_name: "Renamed Person" },
      { user_id: id, role: roles.guest },
      { user_id: id, is_active: false },
    ])
      expect(announced).toContainEqual({ type: "realm_user", op: "update", person });
  });

  test("somebody who is deactivated is out with all bots, and comes back by the same way", async ({
    expect,
  }) => {
    const { alice, bot } = world().people;
    const path = `/Users/${alice.id}`;
    await patch(world(), path, { op: "replace", path: "active", value: false });
    const activity = async (user_id: number) =>
      (await world().request("owner", getUser, { user_id })).user.is_active;
    expect([await activity(alice.id), await activity(bot.id)]).toEqual([false, false]);
    const { body } = await patch(world(), path, { op: "replace", value: { active: true } });
    expect(body).toMatchObject({ active: true });
    await expect(activity(alice.id)).resolves.toBe(true);
  });

  test("what changes nothing leaves the version, and nobody is told", async ({ expect }) => {
    const { body, headers, id } = await create();
    await world().events();
    const again = await scim(world(), `PUT /Users/${id}`, { body });
    expect(again).toMatchObject({ status: 200, headers: { ETag: headers["ETag"] } });
    expect(await world().events()).toEqual([]);
  });

  test("the audit log names the provisioning system by its token (docs/behaviour/scim.md#tokens)", async ({
    expect,
  }) => {
    const { id } = await create();
    await patch(world(), `/Users/${id}`, { op: "replace", path: "active", value: false });
    const { entries } = await world().request("owner", listAuditLog, { limit: 1 });
    expect(entries[0]).toMatchObject({
      actor: { scim: "Okta", address: "192.0.2.7" },
      operation: "updateScimUser",
    });
  });
});
