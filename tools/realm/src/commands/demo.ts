import {
  addRealmBot,
  addRealmUser,
  botTypes,
  createRealm,
  listChannels,
  listRealms,
  roles,
  subscribe,
} from "@team-chat/contract";
import type { Identity, RealmRef } from "@team-chat/identity";

import { type DemoOrganization, demoOrganizations, demoPassword } from "../demo/organizations.ts";
import { type Operator, operatorIdentity } from "../operator.ts";

/** Ids of a demo organization's accounts by the part of the address before the @. */
type Ids = ReadonlyMap<string, number>;

/**
 * `demo`: creates the demo organizations or what is missing of them; what exists is left as it is, and so is what was
 * closed.
 */
export async function demo(operator: Operator, echoBotPort: number): Promise<string[]> {
  const lines: string[] = [];
  for (const organization of demoOrganizations) {
    const realm = await ensureRealm(operator, organization);
    if (realm.deactivated) {
      lines.push(`${realm.url} is deactivated: left as it is.`);
      continue;
    }
    const ids = await ensureAccounts(operator, { realm, organization, echoBotPort });
    await ensureChannels(operator, { realm, organization, ids });
    lines.push(`${realm.url} has ${ids.size} accounts.`);
  }
  return lines;
}

async function ensureRealm(
  operator: Operator,
  organization: DemoOrganization,
): Promise<RealmRef & { readonly deactivated: boolean }> {
  const { subdomain, name, owner } = organization;
  const { realms } = await operator.users.call(listRealms, operatorIdentity, {}, { realmId: 0 });
  const known = realms.find((realm) => realm.subdomain === subdomain);
  if (known !== undefined) {
    const { id, url, deactivated } = known;
    return { id, subdomain, url, deactivated };
  }
  const input = {
    subdomain,
    name,
    owner: {
      email: owner.email,
      fullName: owner.fullName,
      password: demoPassword,
      canCreateUsers: true,
      canChangeUserEmails: true,
    },
  };
  const { realm } = await operator.users.call(createRealm, operatorIdentity, input, { realmId: 0 });
  return { ...realm, deactivated: false };
}

interface Work {
  readonly realm: RealmRef;
  readonly organization: DemoOrganization;
}

async function ensureAccounts(
  { users }: Operator,
  { realm, organization, echoBotPort }: Work & { readonly echoBotPort: number },
): Promise<Ids> {
  const ids = new Map<string, number>();
  const options = { realmId: realm.id };
  for (const user of [organization.owner, ...organization.users]) {
    const input = { ...user, realmId: realm.id, password: demoPassword };
    const { userId } = await users.call(addRealmUser, operatorIdentity, input, options);
    ids.set(localPart(user.email), userId);
  }
  const { bot } = organization;
  if (bot === undefined) return ids;
  const input = {
    realmId: realm.id,
    ownerId: idOf(ids, localPart(bot.owner)),
    email: bot.email,
    fullName: bot.fullName,
    botType: botTypes.generic,
    webhook: { url: `http://127.0.0.1:${echoBotPort}/`, interface: 1, name: "echo" },
  };
  const { userId } = await users.call(addRealmBot, operatorIdentity, input, options);
  return ids.set(localPart(bot.email), userId);
}

async function ensureChannels(
  { channels }: Operator,
  { realm, organization, ids }: Work & { readonly ids: Ids },
): Promise<void> {
  const owner: Identity = {
    kind: "user",
    realm,
    userId: idOf(ids, localPart(organization.owner.email)),
    role: roles.owner,
    isBot: false,
    client: "realm",
    usersVersion: 0,
  };
  const options = { realmId: realm.id };
  const { streams } = await channels.request(listChannels, owner, { include_all: true }, options);
  const known = new Set(streams.map(({ name }) => name));
  for (const channel of organization.channels) {
    if (known.has(channel.name)) continue;
    const params = {
      subscriptions: [{ name: channel.name, description: channel.description }],
      principals: channel.subscribers.map((name) => idOf(ids, name)),
      invite_only: channel.isPrivate,
      is_default_stream: channel.name === "general",
    };
    await channels.request(subscribe, owner, params, options);
  }
}

function localPart(email: string): string {
  return email.slice(0, email.indexOf("@"));
}

function idOf(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo has no account ${name}.`);
  return id;
}
