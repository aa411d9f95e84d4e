import { randomBytes } from "node:crypto";

import { addRealmBot, addRealmUser, botTypes, createRealm, roles } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";

import { Client } from "../client.ts";
import type { Product } from "./product.ts";

/** Everybody of a new organization by name, with roles. */
const peopleRoles = {
  owner: roles.owner,
  admin: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  member2: roles.member,
  guest: roles.guest,
} as const;

/** Somebody with a client, whose credentials may change. */
export class Person {
  readonly name: string;
  readonly userId: number;
  readonly #url: string;
  #credentials: { readonly email: string; readonly apiKey: string; readonly host: string };
  #client: Client;

  constructor(
    name: string,
    made: { userId: number; email: string; apiKey: string },
    at: { readonly url: string; readonly host: string },
  ) {
    this.name = name;
    this.userId = made.userId;
    this.#url = at.url;
    this.#credentials = { email: made.email, apiKey: made.apiKey, host: at.host };
    this.#client = Client.of(at.url, this.#credentials);
  }

  get client(): Client {
    return this.#client;
  }

  /** The organization's host. */
  get host(): string {
    return this.#credentials.host;
  }

  /** Returns who this is in a copy of the organization. */
  in(host: string, apiKey: string): Person {
    const { email } = this.#credentials;
    return new Person(this.name, { userId: this.userId, email, apiKey }, { url: this.#url, host });
  }

  /** Uses another address or key from now on. */
  change(credentials: { readonly email?: string; readonly apiKey?: string }): void {
    this.#credentials = { ...this.#credentials, ...credentials };
    this.#client = Client.of(this.#url, this.#credentials);
  }
}

const operator: Identity = { kind: "service", name: "test" };

/** Makes an organization with somebody of each role, and a bot of the member. */
export async function createPeople({ port, url, users }: Product): Promise<{
  readonly realmId: number;
  readonly people: readonly Person[];
}> {
  const subdomain = `r${randomBytes(6).toString("hex")}`;
  const domain = `${subdomain}.example.com`;
  const account = (name: string) => ({
    email: `${name}@${domain}`,
    fullName: `Some ${name}`,
    password: null,
  });
  const powers = { canCreateUsers: true, canChangeUserEmails: true };
  const { owner, realm } = await users.call(
    createRealm,
    operator,
    { subdomain, name: subdomain, owner: { ...account("owner"), ...powers } },
    { realmId: 0 },
  );
  const { id: realmId } = realm;
  const host = `${subdomain}.localhost:${port}`;
  const person = (name: string, made: { userId: number; email: string; apiKey: string }) =>
    new Person(name, made, { url, host });
  const people: Person[] = [person("owner", owner)];
  for (const [name, role] of Object.entries(peopleRoles)) {
    if (name === "owner") continue;
    const asked = { realmId, role, ...account(name), ...powers };
    people.push(person(name, await users.call(addRealmUser, operator, asked, { realmId })));
  }
  const ownerId = people.find(({ name }) => name === "member")?.userId ?? owner.userId;
  const { email, fullName } = account("bot");
  const bot = { realmId, ownerId, email, fullName, botType: botTypes.generic, webhook: null };
  people.push(person("bot", await users.call(addRealmBot, operator, bot, { realmId })));
  return { realmId, people };
}
