import {
  addRealmUser,
  deactivateUser,
  getUser,
  reactivateUser,
  type Role,
  roles,
  updateUser,
} from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { useWorld } from "@team-chat/testkit";
import { beforeAll, describe, test } from "vitest";

import {
  attemptOf,
  buildStage,
  messages,
  names,
  type Outcome,
  outcomeOf,
  type RoleName,
  type Stage,
} from "./role-stage.ts";
import { World } from "./world.ts";

const world = useWorld(() => World.create());

/**
 * Outcomes by the role of the actor, down, and of the user, across; each letter is a new role: owner, administrator,
 * moderator, member, guest (docs/behaviour/users.md#roles).
 */
const roleChanges: Readonly<Record<RoleName, Readonly<Record<RoleName, string>>>> = {
  owner: {
    owner: ".yyyy",
    administrator: "y.yyy",
    moderator: "yy.yy",
    member: "yyy.y",
    guest: "ggyy.",
  },
  administrator: {
    owner: ".oooo",
    administrator: "o.yyy",
    moderator: "oy.yy",
    member: "oyy.y",
    guest: "ogyy.",
  },
  moderator: {
    owner: "iiiii",
    administrator: "iiiii",
    moderator: "iiiii",
    member: "iiiii",
    guest: "iiiii",
  },
  member: {
    owner: "iiiii",
    administrator: "iiiii",
    moderator: "iiiii",
    member: "iiiii",
    guest: "iiiii",
  },
  guest: {
    owner: "iiiii",
    administrator: "iiiii",
    moderator: "iiiii",
    member: "iiiii",
    guest: "iiiii",
  },
};

/**
 * Each letter is one whom it happens to: an owner, an administrator, a moderator, a member, a guest, a bot of somebody
 * else.
 */
const otherChanges: Readonly<Record<string, Readonly<Record<RoleName, string>>>> = {
  name: {
    owner: "yyyyyy",
    administrator: "yyyyyy",
    moderator: "iiiiii",
    member: "iiiiii",
    guest: "iiiiii",
  },
  email: {
    owner: "yyyyyy",
    administrator: "eeeeee",
    moderator: "iiiiii",
    member: "iiiiii",
    guest: "iiiiii",
  },
  deactivate: {
    owner: "yyyyyn",
    administrator: "oyyyyn",
    moderator: "iiiiin",
    member: "iiiiin",
    guest: "iiiiin",
  },
  reactivate: {
    owner: "yyyyyy",
    administrator: "yyyyyy",
    moderator: "iiiiii",
    member: "iiiiii",
    guest: "iiiiii",
  },
  profile: {
    owner: "yyyyyy",
    administrator: "yyyyyy",
    moderator: "iiiiii",
    member: "iiiiii",
    guest: "iiiiii",
  },
  status: {
    owner: "yyyyyn",
    administrator: "yyyyyn",
    moderator: "iiiiin",
    member: "iiiiin",
    guest: "iiiiin",
  },
};

let stage: Stage;
let founder: Caller;
beforeAll(async () => {
  stage = await buildStage(world());
  founder = stage.actors.owner;
});

async function roleOf(user_id: number): Promise<number> {
  return (await world().request(founder, getUser, { user_id })).user.role;
}

describe("who may give whom which role (docs/behaviour/users.md#roles)", () => {
  for (const actor of names)
    for (const target of names)
      test(`${actor} who makes somebody ${target} gets the answer ${roleChanges[actor][target]}`, async ({
        expect,
      }) => {
        const user_id = stage.targets[target];
        for (const [index, letter] of [...roleChanges[actor][target]].entries()) {
          const role: Role = roles[names[index] ?? "member"];
          const attempt = world().request(stage.actors[actor], updateUser, { user_id, role });
          expect(await outcomeOf(attempt), names[index]).toBe(messages[letter as Outcome]);
          const isDone = letter === "y" || letter === ".";
          expect(await roleOf(user_id), names[index]).toBe(isDone ? role : roles[target]);
          await world().request(founder, updateUser, { user_id, role: roles.member });
          await world().request(founder, updateUser, { user_id, role: roles[target] });
        }
      });
});

describe("who may change what of whom (docs/behaviour/users.md#changing-users)", () => {
  for (const [kind, table] of Object.entries(otherChanges))
    for (const actor of names)
      test(`${actor} who tries to ${kind} gets the answer ${table[actor]}`, async ({ expect }) => {
        const everybody = [...names.map((name) => stage.targets[name]), stage.bot];
        for (const [index, letter] of [...table[actor]].entries()) {
          const user_id = everybody[index] ?? 0;
          if (kind === "reactivate" && user_id !== stage.bot)
            await world().request(founder, deactivateUser, { user_id });
          const attempt = attemptOf({ world: world(), stage }, kind, {
            actor: stage.actors[actor],
            user_id,
          });
          expect(await outcomeOf(attempt), names[index] ?? "bot").toBe(messages[letter as Outcome]);
          await world().request(founder, reactivateUser, { user_id });
        }
      });
});

describe("the last owner (docs/behaviour/users.md#roles)", () => {
  test("the last owner keeps the role and the account, also when other owners are deactivated", async ({
    expect,
  }) => {
    const { identity, id } = world().acmeOwner;
    const demoted = world().request(identity, updateUser, { user_id: id, role: 200 });
    await expect(demoted).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "The owner permission cannot be removed from the only organization owner.",
    });
    const deactivated = world().request(identity, deactivateUser, { user_id: id });
    await expect(deactivated).rejects.toMatchObject({
      code: "CANNOT_DEACTIVATE_LAST_USER",
      details: { is_last_owner: true, entity: "organization owner" },
    });
    const { userId: second } = await world().call(addRealmUser, {
      realmId: world().acme.id,
      email: "second@acme.example",
      fullName: "Second Owner",
      role: 100,
      password: null,
    });
    await world().request(identity, deactivateUser, { user_id: second });
    const again = world().request(identity, updateUser, { user_id: id, role: 200 });
    await expect(again).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await world().request(identity, reactivateUser, { user_id: second });
    await world().request(identity, updateUser, { user_id: id, role: 200 });
  });
});
