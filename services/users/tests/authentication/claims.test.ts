import { Secret } from "@team-chat/config";
import { getOwnUser, listUserGroups, roles, updateUser } from "@team-chat/contract";
import { useWorld } from "@team-chat/testkit";
import { afterAll, describe, test } from "vitest";

import { Groups } from "../groups/groups.ts";
import { addField } from "../profile-fields/profile-fields.ts";
import { eventsFor } from "../read-events.ts";
import { World } from "../world.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { SigningIn } from "./signing-in.ts";

const provider = await startOpenIdProvider();
afterAll(() => provider[Symbol.asyncDispose]());

const mapping = {
  role: {
    claim: "realm_access.roles",
    values: { boss: "owner", admin: "administrator" },
    otherwise: "member",
  },
  groups: { claim: "teams", values: { eng: "engineers", ops: "operators", gone: "nothing" } },
  profile: { Team: "department", Size: "size" },
};
const company = {
  id: "company",
  name: "Company",
  issuer: provider.issuer,
  clientId: "chat",
  clientSecret: "secret",
  mapping,
};
const world = useWorld(() =>
  World.create({ OPENID_PROVIDERS: new Secret(JSON.stringify([company])) }),
);
const groups = new Groups(world);
const { signIn } = bound(new SigningIn(world, provider));

function bound(signingIn: SigningIn) {
  return { signIn: signingIn.signIn.bind(signingIn) };
}

function claimsOf(name: string, more: Record<string, unknown>) {
  return { sub: name, email: `${name}@example.com`, email_verified: true, name, ...more };
}

async function own(userId: number) {
  const identity = { ...world().people.alice.identity, userId };
  const user = await world().request(identity, getOwnUser, {});
  const { user_groups: all } = await world().request(identity, listUserGroups, {});
  const names = all.filter(({ members }) => members.includes(userId)).map(({ name }) => name);
  return { ...user, groups: names.filter((name) => !name.startsWith("role:")) };
}

describe("what a provider tells (docs/behaviour/single-sign-on.md#what-providers-tell)", () => {
  test("the only owner keeps the role, whatever the provider tells", async ({ expect }) => {
    const { id } = world().people.owner;
    expect(await signIn(claimsOf("owner", {}))).toBe(id);
    expect((await own(id)).role).toBe(roles.owner);
    await world().request("owner", updateUser, {
      user_id: world().people.admin.id,
      role: roles.owner,
    });
    await signIn(claimsOf("owner", { realm_access: { roles: ["admin"] } }));
    expect((await own(id)).role).toBe(roles.administrator);
    await signIn(claimsOf("owner", { realm_access: { roles: ["admin", "boss"] } }));
    expect((await own(id)).role).toBe(roles.owner);
  });

  test("what a profile field or a group does not take is left out, and the rest holds", async ({
    expect,
  }) => {
    const field = await addField(world(), "Size", {
      field_type: 3,
      field_data: { s: { text: "Small", order: "1" }, l: { text: "Large", order: "2" } },
    });
    const sizeOf = async (userId: number) =>
      (await own(userId)).profile_data?.[String(field)]?.value;
    const claims = { size: "Large", teams: ["gone"] };
    const id = await signIn(claimsOf("alice", claims));
    expect(await sizeOf(id)).toBe("l");
    await signIn(claimsOf("alice", { ...claims, size: "Huge" }));
    expect(await sizeOf(id)).toBe("l");
    await signIn(claimsOf("alice", {}));
    expect(await sizeOf(id)).toBe("l");
    await signIn(claimsOf("alice", { size: null }));
    expect(await sizeOf(id)).toBeUndefined();
  });

  test("each sign-in gives role, groups and profile as the provider tells them then, and everybody hears of it", async ({
    expect,
  }) => {
    const [engineers, operators] = [await groups.add("engineers"), await groups.add("operators")];
    await groups.add("friends");
    const team = await addField(world(), "Team", 1);
    const first = claimsOf("nora", {
      department: "Cars",
      teams: "eng",
      realm_access: { roles: [] },
    });
    const id = await signIn(first);
    const nora = await own(id);
    expect(nora).toMatchObject({ role: roles.member, groups: ["engineers"] });
    expect(nora.profile_data?.[String(team)]?.value).toBe("Cars");
    await world().events();
    await signIn(first);
    expect(await world().events()).toEqual([]);

    const moved = { department: "Bikes", teams: ["ops"], realm_access: { roles: ["admin"] } };
    await signIn(claimsOf("nora", moved));
    expect(await own(id)).toMatchObject({ role: roles.administrator, groups: ["operators"] });
    const heard = eventsFor(world().people.moderator.id, await world().events());
    const person = (change: object) => ({
      type: "realm_user",
      op: "update",
      person: expect.objectContaining({ user_id: id, ...change }) as object,
    });
    for (const event of [
      person({ role: roles.administrator }),
      person({
        custom_profile_field: expect.objectContaining({ id: team, value: "Bikes" }) as object,
      }),
      { type: "user_group", op: "remove_members", group_id: engineers, user_ids: [id] },
      { type: "user_group", op: "add_members", group_id: operators, user_ids: [id] },
    ])
      expect(heard).toContainEqual(expect.objectContaining(event));
  });

  test("somebody new begins with the role that the provider tells", async ({ expect }) => {
    const id = await signIn(claimsOf("omar", { realm_access: { roles: ["admin"] } }));
    expect((await own(id)).role).toBe(roles.administrator);
    const events = await world().events();
    expect(events.map(({ event }) => event)).not.toContainEqual(
      expect.objectContaining({ type: "realm_user", op: "update" }),
    );
  });
});
