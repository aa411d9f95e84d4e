import {
  addRealmUser,
  botTypes,
  addRealmBot,
  createRealm,
  deactivateUser,
  getUser,
  reactivateUser,
  type Role,
  roles,
  updateUser,
  updateUserStatus,
} from "@team-chat/contract";
import type { Caller, RealmRef } from "@team-chat/identity";
import { beforeAll, describe, test } from "vitest";

import { useWorld } from "./use-world.ts";

const world = useWorld();

const names = ["owner", "administrator", "moderator", "member", "guest"] as const;
type RoleName = (typeof names)[number];
type Outcome = keyof typeof messages;

/** What the letters of the tables mean: `.` changes nothing and `y` something; the others are refusals. */
const messages = {
  ".": null,
  y: null,
  i: "Insufficient permission",
  o: "Must be an organization owner",
  a: "Must be an organization administrator",
  g: "Guests cannot be organization administrators",
  e: "User not authorized to change user emails",
  n: "No such user",
} as const;

/** Who acts, down; whose role, across; each letter is a new role: owner, administrator, moderator, member, guest (specification, PATCH /users/{email}). */
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

/** Each letter is one whom it happens to: an owner, an administrator, a moderator, a member, a guest, a bot of somebody else. */
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
  status: {
    owner: "yyyyyn",
    administrator: "yyyyyn",
    moderator: "iiiiin",
    member: "iiiiin",
    guest: "iiiiin",
  },
};

interface Stage {
  readonly realm: RealmRef;
  readonly actors: Readonly<Record<RoleName, Caller>>;
  readonly targets: Readonly<Record<RoleName, number>>;
  readonly bot: number;
}

/** An organization with one of each role to act and another of each to be acted upon; the first owner is neither. */
async function buildStage(): Promise<Stage> {
  const founder = {
    email: "founder@stage.example",
    fullName: "The Founder",
    password: null,
    canCreateUsers: true,
    canChangeUserEmails: true,
  };
  const created = await world().call(createRealm, {
    subdomain: "stage",
    name: "Stage",
    owner: founder,
  });
  const { realm } = created;
  const add = async (kind: string, name: RoleName) => {
    const { userId } = await world().call(addRealmUser, {
      realmId: realm.id,
      email: `${kind}-${name}@stage.example`,
      fullName: `${kind} ${name}`,
      role: roles[name],
      password: null,
      canChangeUserEmails: name === "owner",
    });
    return userId;
  };
  const actors: Partial<Record<RoleName, Caller>> = {};
  const targets: Partial<Record<RoleName, number>> = {};
  for (const name of names) {
    const identity = {
      kind: "user",
      realm,
      isBot: false,
      client: "test",
      usersVersion: 0,
    } as const;
    actors[name] = { ...identity, userId: await add("actor", name), role: roles[name] };
    targets[name] = await add("target", name);
  }
  const { userId: bot } = await world().call(addRealmBot, {
    realmId: realm.id,
    ownerId: created.owner.userId,
    email: "bot@stage.example",
    fullName: "Some bot",
    botType: botTypes.generic,
    webhook: null,
  });
  return { realm, actors, targets, bot } as Stage;
}

let stage: Stage;
let founder: Caller;
beforeAll(async () => {
  stage = await buildStage();
  founder = stage.actors.owner;
});

async function roleOf(user_id: number): Promise<number> {
  return (await world().request(getUser, founder, { user_id })).user.role;
}

async function outcomeOf(attempt: Promise<unknown>): Promise<string | null> {
  return attempt.then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
}

describe("who may give whom which role", () => {
  for (const actor of names)
    for (const target of names)
      test(`${actor} → ${target}: ${roleChanges[actor][target]}`, async ({ expect }) => {
        const user_id = stage.targets[target];
        for (const [index, letter] of [...roleChanges[actor][target]].entries()) {
          const role: Role = roles[names[index] ?? "member"];
          const attempt = world().request(updateUser, stage.actors[actor], { user_id, role });
          expect(await outcomeOf(attempt), names[index]).toBe(messages[letter as Outcome]);
          const isDone = letter === "y" || letter === ".";
          expect(await roleOf(user_id), names[index]).toBe(isDone ? role : roles[target]);
          await world().request(updateUser, founder, { user_id, role: roles.member });
          await world().request(updateUser, founder, { user_id, role: roles[target] });
        }
      });
});

describe("who may change what of whom", () => {
  for (const [kind, table] of Object.entries(otherChanges))
    for (const actor of names)
      test(`${kind} by ${actor}: ${table[actor]}`, async ({ expect }) => {
        const everybody = [...names.map((name) => stage.targets[name]), stage.bot];
        for (const [index, letter] of [...table[actor]].entries()) {
          const user_id = everybody[index] ?? 0;
          if (kind === "reactivate" && user_id !== stage.bot)
            await world().request(deactivateUser, founder, { user_id });
          const attempt = attemptOf(kind, stage.actors[actor], user_id);
          expect(await outcomeOf(attempt), names[index] ?? "bot").toBe(messages[letter as Outcome]);
          await world().request(reactivateUser, founder, { user_id });
        }
      });
});

let attempts = 0;

function attemptOf(kind: string, actor: Caller, user_id: number): Promise<unknown> {
  attempts += 1;
  switch (kind) {
    case "name":
      return world().request(updateUser, actor, { user_id, full_name: `Name ${attempts}` });
    case "email": {
      const new_email = `new${attempts}@stage.example`;
      return world().request(updateUser, actor, { user_id, new_email });
    }
    case "deactivate":
      return world().request(deactivateUser, actor, { user_id });
    case "reactivate":
      return world().request(reactivateUser, actor, { user_id });
    default:
      return world().request(updateUserStatus, actor, { user_id, status_text: "busy" });
  }
}

describe("the last owner", () => {
  test("keeps the role and the account, also when other owners are deactivated", async ({
    expect,
  }) => {
    const { identity, id } = world().acmeOwner;
    const demoted = world().request(updateUser, identity, { user_id: id, role: 200 });
    await expect(demoted).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "The owner permission cannot be removed from the only organization owner.",
    });
    const deactivated = world().request(deactivateUser, identity, { user_id: id });
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
    await world().request(deactivateUser, identity, { user_id: second });
    const again = world().request(updateUser, identity, { user_id: id, role: 200 });
    await expect(again).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await world().request(reactivateUser, identity, { user_id: second });
    await world().request(updateUser, identity, { user_id: id, role: 200 });
  });
});
