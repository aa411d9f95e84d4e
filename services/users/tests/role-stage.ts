import {
  addRealmBot,
  addRealmUser,
  botTypes,
  createProfileField,
  createRealm,
  deactivateUser,
  reactivateUser,
  roles,
  updateUser,
  updateUserStatus,
} from "@team-chat/contract";
import type { Caller, RealmRef } from "@team-chat/identity";

import type { World } from "./world.ts";

export const names = ["owner", "administrator", "moderator", "member", "guest"] as const;
export type RoleName = (typeof names)[number];
export type Outcome = keyof typeof messages;

/** Meaning of the letters of the tables: `.` changes nothing and `y` something; the others are refusals. */
export const messages = {
  ".": null,
  y: null,
  i: "Insufficient permission",
  o: "Must be an organization owner",
  a: "Must be an organization administrator",
  g: "Guests cannot be organization administrators",
  e: "User not authorized to change user emails",
  n: "No such user",
  h: "Not allowed for guest users",
  b: "This endpoint does not accept bot requests.",
} as const;

export interface Stage {
  readonly realm: RealmRef;
  readonly actors: Readonly<Record<RoleName, Caller>>;
  readonly targets: Readonly<Record<RoleName, number>>;
  readonly bot: number;
  /** A custom profile field. */
  readonly field: number;
}

/** An organization with one of each role to act and another of each to be acted upon; the first owner is neither. */
export async function buildStage(world: World): Promise<Stage> {
  const founder = {
    email: "founder@stage.example",
    fullName: "The Founder",
    password: null,
    canCreateUsers: true,
    canChangeUserEmails: true,
  };
  const created = await world.call(createRealm, {
    subdomain: "stage",
    name: "Stage",
    owner: founder,
  });
  const { realm } = created;
  const add = async (kind: string, name: RoleName) => {
    const { userId } = await world.call(addRealmUser, {
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
  const { userId: bot } = await world.call(addRealmBot, {
    realmId: realm.id,
    ownerId: targets.member ?? 0,
    email: "bot@stage.example",
    fullName: "Some bot",
    botType: botTypes.generic,
    webhook: null,
  });
  const asked = { name: "Team", field_type: 1 } as const;
  const { id: field } = await world.request(actors.owner as Caller, createProfileField, asked);
  return { realm, actors, targets, bot, field } as Stage;
}

/** Returns the refusal of the attempt; null when it succeeded. */
export async function outcomeOf(attempt: Promise<unknown>): Promise<string | null> {
  return attempt.then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
}

interface Staged {
  readonly world: World;
  readonly stage: Stage;
}

let attempts = 0;

/** Tries one change of another user; each time to something else. */
export function attemptOf(
  { world, stage }: Staged,
  kind: string,
  { actor, user_id }: { readonly actor: Caller; readonly user_id: number },
): Promise<unknown> {
  attempts += 1;
  switch (kind) {
    case "name":
      return world.request(actor, updateUser, { user_id, full_name: `Name ${attempts}` });
    case "email": {
      const new_email = `new${attempts}@stage.example`;
      return world.request(actor, updateUser, { user_id, new_email });
    }
    case "profile": {
      const profile_data = [{ id: stage.field, value: `Value ${attempts}` }];
      return world.request(actor, updateUser, { user_id, profile_data });
    }
    case "deactivate":
      return world.request(actor, deactivateUser, { user_id });
    case "reactivate":
      return world.request(actor, reactivateUser, { user_id });
    default:
      return world.request(actor, updateUserStatus, { user_id, status_text: "busy" });
  }
}
