import {
  addRealmBot,
  addRealmUser,
  botTypes,
  createRealm,
  listRealms,
  roles,
} from "@team-chat/contract";
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

export type Name = "owner" | "admin" | "moderator" | "alice" | "guest" | "bot";

interface Account {
  readonly userId: number;
  readonly email: string;
  readonly apiKey: string;
}

interface NewRealm {
  readonly realm: RealmRef;
  readonly owner: Account;
}

/** The organizations of a world, and the people of the root one. */
export interface Realms {
  readonly root: NewRealm;
  readonly acme: NewRealm;
  readonly people: Readonly<Record<Name, Person>>;
}

const rootRealm = { subdomain: "", name: "Root", domain: "example.com" };
const acmeRealm = { subdomain: "acme", name: "Acme", domain: "acme.example" };

/** Both organizations with their people, created when there are none. */
export async function ensureRealms(users: ServiceClient): Promise<Realms> {
  const root = await ensureRealm(users, rootRealm);
  const acme = await ensureRealm(users, acmeRealm);
  return { root, acme, people: await ensurePeople(users, root) };
}

/** The organization and its owner, created when there is none. */
async function ensureRealm(
  users: ServiceClient,
  { subdomain, name, domain }: typeof rootRealm,
): Promise<NewRealm> {
  const owner = {
    email: `owner@${domain}`,
    fullName: "Olive Owner",
    password,
    canCreateUsers: true,
    canChangeUserEmails: true,
  };
  const { realms } = await users.call(listRealms, operator, {}, { realmId: 0 });
  const found = realms.find((realm) => realm.subdomain === subdomain);
  if (!found) return users.call(createRealm, operator, { subdomain, name, owner }, { realmId: 0 });
  const { id: realmId, url } = found;
  const known = { ...owner, realmId, role: roles.owner };
  return {
    realm: { id: realmId, subdomain, url },
    owner: await users.call(addRealmUser, operator, known, { realmId }),
  };
}

/** The people of an organization, created when there are none. */
async function ensurePeople(
  users: ServiceClient,
  { realm, owner }: NewRealm,
): Promise<Record<Name, Person>> {
  const add = async (name: string, role: number, fullName = `Some ${name}`) => {
    const added = await users.call(
      addRealmUser,
      operator,
      { realmId: realm.id, email: `${name}@example.com`, fullName, role, password },
      { realmId: realm.id },
    );
    return person(realm, added, role);
  };
  const admin = await add("admin", roles.administrator);
  const moderator = await add("moderator", roles.moderator);
  const alice = await add("alice", roles.member, "Alice Member");
  const guest = await add("guest", roles.guest);
  const bot = await users.call(
    addRealmBot,
    operator,
    {
      realmId: realm.id,
      ownerId: alice.id,
      email: "echo-bot@example.com",
      fullName: "Echo Bot",
      botType: botTypes.generic,
      webhook: { url: "http://127.0.0.1:9106/", interface: 1, name: "echo" },
    },
    { realmId: realm.id },
  );
  const boss = person(realm, owner, roles.owner);
  return { owner: boss, admin, moderator, alice, guest, bot: person(realm, bot, roles.member) };
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
