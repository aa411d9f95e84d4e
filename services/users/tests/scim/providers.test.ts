// Requests as Okta and Microsoft Entra ID document that they send them.
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import { World } from "../world.ts";
import { groupSchema, patch, patchSchema, resourcesOf, scim, userSchema } from "./scim.ts";

const world = useWorld(() => World.create());

const list = (total: number) => ({ status: 200, body: { totalResults: total } });

describe("Okta (docs/behaviour/scim.md#providers)", () => {
  test("Okta tests the connection, provisions, updates, deactivates and brings back a person", async ({
    expect,
  }) => {
    const page = { startIndex: "1", count: "2" };
    expect(await scim(world(), "GET /Users", { query: page })).toMatchObject({ status: 200 });
    const query = { filter: 'userName eq "test.user@okta.local"', startIndex: "1", count: "100" };
    expect(await scim(world(), "GET /Users", { query })).toMatchObject(list(0));
    const created = await scim(world(), "POST /Users", {
      body: {
        schemas: [userSchema],
        userName: "test.user@okta.local",
        name: { givenName: "Test", familyName: "User" },
        emails: [{ primary: true, value: "test.user@okta.local", type: "work" }],
        displayName: "Test User",
        locale: "en-US",
        externalId: "00ujl29u0le5T6Aj10h7",
        groups: [],
        password: "1mz050nq",
        active: true,
      },
    });
    expect(created).toMatchObject({ status: 201, body: { name: { formatted: "Test User" } } });
    const path = `/Users/${String(created.body["id"])}`;
    const { body: user } = await scim(world(), `GET ${path}`);
    const changed = { ...user, name: { ...(user["name"] as object), familyName: "Renamed" } };
    expect(await scim(world(), `PUT ${path}`, { body: changed })).toMatchObject({
      status: 200,
      body: { displayName: "Test Renamed" },
    });
    const deactivate = { op: "replace", value: { active: false } };
    expect(await patch(world(), path, deactivate)).toMatchObject({
      status: 200,
      body: { active: false },
    });
    expect(await scim(world(), "GET /Users", { query })).toMatchObject(list(1));
    const back = { ...changed, active: true };
    expect(await scim(world(), `PUT ${path}`, { body: back })).toMatchObject({
      status: 200,
      body: { active: true },
    });
  });

  test("Okta pushes a group, its members and its new name, and removes it", async ({ expect }) => {
    const { alice } = world().people;
    const { body: made, status } = await scim(world(), "POST /Groups", {
      body: { schemas: [groupSchema], displayName: "Test SCIMv2", members: [] },
    });
    expect(status).toBe(201);
    const id = String(made["id"]);
    const path = `/Groups/${id}`;
    const members = [{ value: String(alice.id), display: alice.email }];
    await patch(world(), path, { op: "add", path: "members", value: members });
    await patch(world(), path, { op: "replace", value: { id, displayName: "Renamed SCIMv2" } });
    expect(await scim(world(), `GET ${path}`)).toMatchObject({
      body: { displayName: "Renamed SCIMv2", members: [{ value: String(alice.id) }] },
    });
    await patch(world(), path, { op: "remove", path: `members[value eq "${alice.id}"]` });
    const body = { schemas: [groupSchema], id, displayName: "Renamed SCIMv2", members };
    expect(await scim(world(), `PUT ${path}`, { body })).toMatchObject({
      body: { members: [{ value: String(alice.id) }] },
    });
    expect(await scim(world(), `DELETE ${path}`)).toMatchObject({ status: 204 });
    const query = { startIndex: "1", count: "100" };
    expect(resourcesOf(await scim(world(), "GET /Groups", { query }))).toEqual([]);
  });
});

describe("Microsoft Entra ID (docs/behaviour/scim.md#providers)", () => {
  test("Entra ID looks for nobody, creates, matches, updates and disables a person", async ({
    expect,
  }) => {
    const probe = { filter: 'userName eq "non-existent-user"' };
    expect(await scim(world(), "GET /Users", { query: probe })).toMatchObject(list(0));
    const created = await scim(world(), "POST /Users", {
      body: {
        schemas: [userSchema, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
        externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
        userName: "Test_User_ab6490ee@testuser.com",
        active: true,
        emails: [{ primary: true, type: "work", value: "Test_User_fd0ea19b@testuser.com" }],
        meta: { resourceType: "User" },
        name: {
          formatted: "givenName familyName",
          familyName: "familyName",
          givenName: "givenName",
        },
        roles: [],
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Sales" },
      },
    });
    expect(created).toMatchObject({ status: 201, body: { role: "member" } });
    const path = `/Users/${String(created.body["id"])}`;
    const query = { filter: 'userName eq "test_user_ab6490ee@testuser.com"' };
    expect(await scim(world(), "GET /Users", { query })).toMatchObject(list(1));
    const again = { filter: 'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"' };
    expect(await scim(world(), "GET /Users", { query: again })).toMatchObject(list(1));
    const updated = await patch(
      world(),
      path,
      { op: "Replace", path: 'emails[type eq "work"].value', value: "updated@testuser.com" },
      { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      { op: "Add", path: 'roles[primary eq "True"].value', value: "moderator" },
      {
        op: "Add",
        path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
        value: "Legal",
      },
    );
    expect(updated).toMatchObject({
      status: 200,
      body: { displayName: "givenName updatedFamilyName", role: "moderator" },
    });
    const renamed = { op: "Replace", path: "userName", value: "5b50642d@testuser.com" };
    expect(await patch(world(), path, renamed)).toMatchObject({
      body: { userName: "5b50642d@testuser.com" },
    });
    const disabled = { op: "Replace", path: "active", value: "False" };
    expect(await patch(world(), path, disabled)).toMatchObject({ body: { active: false } });
  });

  test("Entra ID creates a group, looks at it without members, changes these, and deletes it", async ({
    expect,
  }) => {
    const { alice, guest } = world().people;
    const created = await scim(world(), "POST /Groups", {
      body: {
        schemas: [
          groupSchema,
          "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
        ],
        externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
        displayName: "displayName",
        meta: { resourceType: "Group" },
      },
    });
    expect(created.status).toBe(201);
    const path = `/Groups/${String(created.body["id"])}`;
    const query = { excludedAttributes: "members", filter: 'displayName eq "displayName"' };
    expect(await scim(world(), "GET /Groups", { query })).toMatchObject(list(1));
    const send = (...Operations: readonly object[]) =>
      scim(world(), `PATCH ${path}`, { body: { schemas: [patchSchema], Operations } });
    const both = [{ value: String(alice.id) }, { value: String(guest.id) }];
    await send({ op: "Add", path: "members", value: both });
    await send({ op: "Remove", path: "members", value: [{ value: String(alice.id) }] });
    await send({ op: "Replace", path: "displayName", value: "1879db59" });
    expect(await scim(world(), `GET ${path}`)).toMatchObject({
      body: { displayName: "1879db59", members: [{ value: String(guest.id) }] },
    });
    const id = String(created.body["id"]);
    const isMember = { filter: `id eq "${id}" and members eq "${guest.id}"`, attributes: "id" };
    expect(await scim(world(), "GET /Groups", { query: isMember })).toMatchObject(list(1));
    expect(await scim(world(), `DELETE ${path}`)).toMatchObject({ status: 204 });
  });
});
