import {
  type registerOperations,
  type RegisterRequest,
  sectionBytes,
  wants,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity, RealmRef } from "@team-chat/identity";
import { inSnapshot, type Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../context.ts";
import { completeSettings } from "../present/realm-values.ts";
import { mayManageBot, realmBotSection } from "../present/register/bots.ts";
import type { RegisterFacts, Section } from "../present/register/facts.ts";
import { groupFacts } from "../present/register/group-facts.ts";
import { realmUserGroupsSection } from "../present/register/groups.ts";
import { presenceSection } from "../present/register/presence.ts";
import { realmSection } from "../present/register/realm.ts";
import {
  isForSpectators,
  seenBySpectators,
  spectatorAccount,
  withheldSections,
} from "../present/register/spectator.ts";
import { unusedSections } from "../present/register/unused.ts";
import {
  displaySettingsSection,
  notificationSettingsSection,
  userSettingsDefaultsSection,
  userSettingsSection,
} from "../present/register/user-settings.ts";
import { JsonText } from "../present/register/user-texts.ts";
import { realmUserSection } from "../present/register/users.ts";
import type { Account } from "../queries/accounts.ts";
import { listApiKeys } from "../queries/credentials.ts";
import { listWebhooks } from "../queries/webhooks.ts";
import { loadPersonalSections } from "./load-personal-sections.ts";

type Output = z.input<typeof registerOperations.users.output>;

const sections: Readonly<Record<string, (facts: RegisterFacts) => Section>> = {
  alert_words: ({ own }) => ({ alert_words: own.alertWords }),
  muted_users: ({ own }) => ({ muted_users: own.mutedUsers }),
  presence: presenceSection,
  realm: realmSection,
  realm_bot: realmBotSection,
  realm_user: realmUserSection,
  realm_user_groups: realmUserGroupsSection,
  realm_user_settings_defaults: userSettingsDefaultsSection,
  update_display_settings: displaySettingsSection,
  update_global_notifications: notificationSettingsSection,
  user_settings: userSettingsSection,
};

const startedAt = Math.floor(Date.now() / 1000);

/** This service's part of the initial data, as of one moment; whether somebody without an account gets any, channels decides. */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<Output> {
  if (identity.kind === "service" || identity.realm === null)
    throw new AppError("UNAUTHORIZED", "Initial data is of an organization, for a client.");
  const asking: Asking = {
    realm: identity.realm,
    userId: identity.kind === "user" ? identity.userId : null,
    request,
  };
  const gets = (name: string) =>
    wants(request, name) && (asking.userId !== null || isForSpectators(name));
  const presence = await ctx.presence.of(asking.realm.id);
  return inSnapshot(ctx.db, async (tx, snapshot) => {
    const facts = { ...(await loadFacts(ctx, tx, asking)), presence };
    const wanted: Section[] = [];
    for (const [name, section] of Object.entries(unusedSections))
      if (gets(name)) wanted.push(section);
    for (const [name, section] of Object.entries(sections))
      if (gets(name)) wanted.push(section(facts));
    for (const [name, section] of Object.entries(facts.isSpectator ? withheldSections : {}))
      if (wants(request, name)) wanted.push(section);
    const own = { realmId: asking.realm.id, userId: facts.own.userId };
    wanted.push(...(await loadPersonalSections(tx, { own, request, gets })));
    const bytes = sectionBytes(rendered(wanted));
    return { snapshot, bytes, ...queueDefaultsOf(facts.own) };
  });
}

/** What is stored of a bot's queues; nothing where nothing is. */
function queueDefaultsOf(own: Account): Pick<Output, "queueDefaults"> {
  const { defaultEventsRegisterChannelId: id, defaultEventsRegisterStream: name } = own;
  if (id === null && !own.defaultAllPublicStreams) return {};
  const channel = id === null ? null : { id, name };
  return { queueDefaults: { channel, allPublicStreams: own.defaultAllPublicStreams } };
}

function rendered(wanted: readonly Section[]): Record<string, string> {
  const keys = wanted.flatMap((section) => Object.entries(section));
  return Object.fromEntries(
    keys.map(([key, value]) => [
      key,
      value instanceof JsonText ? value.json : JSON.stringify(value),
    ]),
  );
}

interface Asking {
  readonly realm: RealmRef;
  /** Null for somebody without an account. */
  readonly userId: number | null;
  readonly request: RegisterRequest;
}

async function loadFacts(
  ctx: Context,
  tx: Transaction,
  { realm: ref, request, userId }: Asking,
): Promise<Omit<RegisterFacts, "presence">> {
  const { id: realmId, subdomain } = ref;
  const view = await ctx.realms.at(tx, realmId);
  const { realm, sorted: accounts } = view;
  const own = userId === null ? spectatorAccount(realm) : view.accounts.get(userId);
  if (own === undefined) throw new AppError("UNAUTHORIZED", "There is no such account.");
  const bots = wants(request, "realm_bot");
  const botIds = bots
    ? accounts.filter((account) => mayManageBot(own, account)).map((bot) => bot.userId)
    : [];
  const keys = botIds.length === 0 ? [] : await listApiKeys(tx, realmId, botIds);
  const webhooks = botIds.length === 0 ? [] : await listWebhooks(tx, realmId, botIds);
  return {
    request,
    own,
    realm,
    settings: completeSettings(realm.settings),
    ...groupFacts(view),
    url: ctx.sites.urlOf(subdomain),
    hostname: ctx.sites.hostnameOf(subdomain),
    isSpectator: userId === null,
    webPublicStreams: ctx.webPublicStreams,
    isDevelopment: ctx.mode === "development",
    serverGeneration: startedAt,
    view,
    accounts: userId === null ? accounts.map(seenBySpectators) : accounts,
    botKeys: new Map(keys.map((one) => [one.userId, one.key])),
    webhooks: new Map(webhooks.map((webhook) => [webhook.userId, webhook])),
  };
}
