import { addRealmBot, addRealmUser, botTypes, createRealm, roles } from "@team-chat/contract";
import type { Caller, Identity, RealmRef } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";

export const password = "correct-horse-battery";
export const operator: Identity = { kind: "service", name: "test" };

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  readonly identity: Caller;
}

export type Name = "owner" | "admin" | "moderator" | "member" | "guest" | "bot";

interface Account {
  readonly userId: number;
  readonly email: string;
  readonly apiKey: string;
}

export interface NewRealm {
  readonly realm: RealmRef;
  readonly owner: Account;
}

export function addRealm(
  users: ServiceClient,
  { subdomain, name, domain }: { subdomain: string; name: string; domain: string },
): Promise<NewRealm> {
  const owner = {
    email: `owner@${domain}`,
    fullName: "Olive Owner",
    password,
    canCreateUsers: true,
    canChangeUserEmails: true,
  };
  return users.call(createRealm, operator, { subdomain, name, owner }, { realmId: 0 });
}

export async function populate(
  users: ServiceClient,
  { realm, owner }: NewRealm,
): Promise<Record<Name, Person>> {
  const add = async (name: string, role: number) => {
    const added = await users.call(
      addRealmUser,
      operator,
      { realmId: realm.id, email: `${name}@example.com`, fullName: `Some ${name}`, role, password },
      { realmId: realm.id },
    );
    return person(realm, added, role);
  };
  const admin = await add("admin", roles.administrator);
  const moderator = await add("moderator", roles.moderator);
  const member = await add("member", roles.member);
  const guest = await add("guest", roles.guest);
  const bot = await users.call(
    addRealmBot,
    operator,
    {
      realmId: realm.id,
      ownerId: member.id,
      email: "echo-bot@example.com",
      fullName: "Echo Bot",
      botType: botTypes.generic,
      webhook: { url: "http://127.0.0.1:9106/", interface: 1, name: "echo" },
    },
    { realmId: realm.id },
  );
  const boss = person(realm, owner, roles.owner);
  return { owner: boss, admin, moderator, member, guest, bot: person(realm, bot, roles.member) };
}

export function person(realm: RealmRef, { userId, email, apiKey }: Account, role: number): Person {
  const isBot = email.startsWith("echo-bot@");
  return {
    id: userId,
    email,
    apiKey,
    identity: { kind: "user", realm, userId, role, isBot, client: "test", usersVersion: 0 },
  };
}
