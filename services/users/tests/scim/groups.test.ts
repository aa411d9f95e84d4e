import { createUserGroup, listUserGroups, updateUserGroup } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { describe, test } from "vitest";

import type { Name } from "../people.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { groupSchema, patch, refusedWith, scim } from "./scim.ts";

const world = useWorld(() => World.create());
const idOf = (name: Name) => world().people[name].id;
const member = (name: Name) => ({ value: String(idOf(name)) });

let made = 0;

const create = async (...names: readonly Name[]) => {
  made += 1;
  const displayName = `Team ${made}`;
  const members = names.map(member);
  const answer = await scim(world(), "POST /Groups", {
    body: { schemas: [groupSchema], displayName, members },
  });
  return { ...answer, displayName, id: Number(answer.body["id"]) };
};

const membersOf = async (id: number) => {
  const { body } = await scim(world(), `GET /Groups/${id}`);
  return (body["members"] as { value: string }[]).map(({ value }) => Number(value));
};

const announcedToAlice = async () => eventsFor(idOf("alice"), await world().events());

describe("groups (docs/behaviour/scim.md#groups)", () => {
  test("a group without a name, or with one that is taken or may not be, is refused", async ({
    expect,
  }) => {
    const { displayName } = await create();
    for (const [given, refusal] of [
      [{}, refusedWith(400, "invalidValue")],
      [{ displayName: "role:kings" }, refusedWith(400, "invalidValue")],
      [{ displayName: displayName.toUpperCase() }, refusedWith(409, "uniqueness")],
    ] as const)
      expect(await scim(world(), "POST /Groups", { body: given })).toMatchObject(refusal);
    const { id } = await create();
    expect(
      await patch(world(), `/Groups/${id}`, {
        op: "replace",
        path: "displayName",
        value: displayName,
      }),
    ).toMatchObject(refusedWith(409, "uniqueness"));
  });

  test("members are people of the organization: bots, groups, others and nobody are refused", async ({
    expect,
  }) => {
    const { id } = await create();
    for (const value of [
      [member("bot")],
      [{ value: String(world().acmeOwner.id) }],
      [{ value: "999999" }],
      [{ value: "alice" }],
      [{ value: String(id), type: "Group" }],
      "everybody",
    ])
      expect(
        await patch(world(), `/Groups/${id}`, { op: "add", path: "members", value }),
      ).toMatchObject(refusedWith(400, "invalidValue"));
  });

  test("groups of the system, of other organizations and deactivated ones are not found", async ({
    expect,
  }) => {
    const { user_groups } = await world().request("owner", listUserGroups, {});
    const system = user_groups.find(({ is_system_group }) => is_system_group)?.id ?? 0;
    const { id } = await create();
    expect(await scim(world(), `DELETE /Groups/${id}`)).toMatchObject({ status: 204, body: {} });
    for (const hidden of [system, id, 999_999])
      for (const method of ["GET", "PUT", "DELETE"])
        expect(await scim(world(), `${method} /Groups/${hidden}`, { body: {} })).toMatchObject(
          refusedWith(404),
        );
    const inAcme = { realmId: world().acme.id };
    const { id: other } = await create();
    expect(await scim(world(), `GET /Groups/${other}`, inAcme)).toMatchObject(refusedWith(404));
  });

  test("a group that is used, and one that has changed since, is not removed", async ({
    expect,
  }) => {
    const { headers, id } = await create();
    await patch(world(), `/Groups/${id}`, { op: "add", path: "members", value: [member("alice")] });
    expect(
      await scim(world(), `DELETE /Groups/${id}`, { ifMatch: headers["ETag"] ?? "" }),
    ).toMatchObject(refusedWith(412));
    await world().request("owner", createUserGroup, {
      name: `Around ${id}`,
      description: "",
      members: [],
      subgroups: [id],
    });
    expect(await scim(world(), `DELETE /Groups/${id}`)).toMatchObject(refusedWith(400));
  });

  test("a new group comes back with its members, is told to everybody, and managed by those only who manage all", async ({
    expect,
  }) => {
    await world().events();
    const { body, displayName, headers, id, status } = await create("alice", "guest");
    const base = `${world().realm.url}/scim/v2`;
    expect(status).toBe(201);
    expect(body).toEqual({
      schemas: [groupSchema],
      id: String(id),
      displayName,
      members: [idOf("alice"), idOf("guest")].map((value) => ({
        value: String(value),
        $ref: `${base}/Users/${value}`,
        display: expect.any(String) as string,
        type: "User",
      })),
      meta: {
        resourceType: "Group",
        created: expect.any(String) as string,
        location: `${base}/Groups/${id}`,
        version: headers["ETag"],
      },
    });
    const group = expect.objectContaining({
      id,
      name: displayName,
      description: "Provisioned by Okta",
      members: [idOf("alice"), idOf("guest")],
      creator_id: null,
    }) as object;
    expect(await announcedToAlice()).toEqual([{ type: "user_group", op: "add", group }]);
    await expect(
      world().request("alice", updateUserGroup, { user_group_id: id, name: "Mine" }),
    ).rejects.toMatchObject({ message: "Insufficient permission" });
    await world().request("owner", updateUserGroup, { user_group_id: id, name: `Ours ${id}` });
  });

  test("members come and go as Okta and Entra ID say it, and everybody hears who did", async ({
    expect,
  }) => {
    const { id } = await create("owner");
    const path = `/Groups/${id}`;
    await world().events();
    const add = { op: "Add", path: "members", value: [member("alice"), member("owner")] };
    await patch(world(), path, add);
    expect(await announcedToAlice()).toEqual([
      { type: "user_group", op: "add_members", group_id: id, user_ids: [idOf("alice")] },
    ]);
    await patch(world(), path, { op: "remove", path: `members[value eq "${idOf("alice")}"]` });
    expect(await announcedToAlice()).toEqual([
      { type: "user_group", op: "remove_members", group_id: id, user_ids: [idOf("alice")] },
    ]);
    await patch(world(), path, { op: "Remove", path: "members", value: [member("owner")] });
    await expect(membersOf(id)).resolves.toEqual([]);
    await patch(world(), path, { op: "replace", value: { members: [member("guest")] } });
    await expect(membersOf(id)).resolves.toEqual([idOf("guest")]);
    await patch(world(), path, { op: "remove", path: "members" });
    await expect(membersOf(id)).resolves.toEqual([]);
  });

  test("a group that is replaced gets the members that are named, and keeps them when none are", async ({
    expect,
  }) => {
    const { id } = await create("alice", "owner");
    await world().events();
    const displayName = `Renamed ${id}`;
    await scim(world(), `PUT /Groups/${id}`, { body: { displayName } });
    expect(await announcedToAlice()).toEqual([
      { type: "user_group", op: "update", group_id: id, data: { name: displayName } },
    ]);
    await expect(membersOf(id)).resolves.toEqual(
      [idOf("alice"), idOf("owner")].toSorted((a, b) => a - b),
    );
    const members = [member("guest"), member("owner")];
    await scim(world(), `PUT /Groups/${id}`, { body: { displayName, members, externalId: "g1" } });
    await expect(membersOf(id)).resolves.toEqual(
      [idOf("owner"), idOf("guest")].toSorted((a, b) => a - b),
    );
  });

  test("bots in a group stay whatever is said of its members, and are not shown", async ({
    expect,
  }) => {
    const { group_id: id } = await world().request("owner", createUserGroup, {
      name: `With a bot ${made}`,
      description: "",
      members: [idOf("bot"), idOf("alice")],
    });
    await expect(membersOf(id)).resolves.toEqual([idOf("alice")]);
    await scim(world(), `PUT /Groups/${id}`, { body: { members: [] } });
    const { user_groups } = await world().request("owner", listUserGroups, {});
    expect(user_groups.find((group) => group.id === id)?.members).toEqual([idOf("bot")]);
  });

  test("somebody who is deactivated can be put into a group without a word, and is in it when active again", async ({
    expect,
  }) => {
    const { id } = await create();
    const person = `/Users/${idOf("guest")}`;
    await patch(world(), person, { op: "replace", path: "active", value: false });
    await world().events();
    await patch(world(), `/Groups/${id}`, { op: "add", path: "members", value: [member("guest")] });
    expect(await announcedToAlice()).toEqual([]);
    await patch(world(), person, { op: "replace", path: "active", value: true });
    expect(await announcedToAlice()).toContainEqual({
      type: "user_group",
      op: "add_members",
      group_id: id,
      user_ids: [idOf("guest")],
    });
  });
});
