import { type registerOperations, type RegisterRequest, wants } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller, Identity } from "@team-chat/identity";
import { inSnapshot, type Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../context.ts";
import { completePermissions, completeSettings } from "../present/realm-values.ts";
import { mayManageBot, realmBotSection } from "../present/register/bots.ts";
import type { RegisterFacts, Section } from "../present/register/facts.ts";
import { realmUserGroupsSection } from "../present/register/groups.ts";
import { realmSection } from "../present/register/realm.ts";
import { presenceSection, unusedSections } from "../present/register/unused.ts";
import {
  displaySettingsSection,
  notificationSettingsSection,
  userSettingsDefaultsSection,
  userSettingsSection,
} from "../present/register/user-settings.ts";
import { realmUserSection } from "../present/register/users.ts";
import { listAccounts, loadAccount } from "../queries/accounts.ts";
import { listApiKeys } from "../queries/credentials.ts";
import { listGroupsSince, loadSystemGroupIds } from "../queries/groups.ts";
import { loadRealm } from "../queries/realms.ts";
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

/** This service's part of the initial data, as of one moment. */
export async function getRegisterSections(
  ctx: Context,
  identity: Identity,
  request: RegisterRequest,
): Promise<Output> {
  if (identity.kind !== "user")
    throw new AppError("UNAUTHORIZED", "Only users have initial data of users.");
  return inSnapshot(ctx.db, async (tx, snapshot) => {
    const facts = await loadFacts(ctx, tx, { caller: identity, request });
    const wanted: Section[] = [];
    for (const [name, section] of Object.entries(unusedSections))
      if (wants(request, name)) wanted.push(section);
    for (const [name, section] of Object.entries(sections))
      if (wants(request, name)) wanted.push(section(facts));
    const own = { realmId: identity.realm.id, userId: identity.userId };
    wanted.push(...(await loadPersonalSections(tx, { own, request })));
    return { snapshot, sections: rendered(wanted) };
  });
}

function rendered(wanted: readonly Section[]): Record<string, string> {
  const keys = wanted.flatMap((section) => Object.entries(section));
  return Object.fromEntries(keys.map(([key, value]) => [key, JSON.stringify(value)]));
}

interface Asking {
  readonly caller: Caller;
  readonly request: RegisterRequest;
}

async function loadFacts(
  ctx: Context,
  tx: Transaction,
  { caller, request }: Asking,
): Promise<RegisterFacts> {
  const { id: realmId, subdomain } = caller.realm;
  const realm = await loadRealm(tx, realmId);
  const systemGroups = await loadSystemGroupIds(tx, realmId);
  const own = await loadAccount(tx, realmId, caller.userId);
  const users = wants(request, "realm_user");
  const bots = wants(request, "realm_bot");
  const groups = users || wants(request, "realm_user_groups");
  const accounts = users || bots ? await listAccounts(tx, realmId) : [];
  const botIds = bots
    ? accounts.filter((account) => mayManageBot(own, account)).map(({ userId }) => userId)
    : [];
  const keys = await listApiKeys(tx, realmId, botIds);
  const webhooks = await listWebhooks(tx, realmId, botIds);
  return {
    request,
    own,
    realm,
    settings: completeSettings(realm.settings),
    permissions: completePermissions(realm.settings, systemGroups),
    systemGroups,
    url: ctx.sites.urlOf(subdomain),
    hostname: ctx.sites.hostnameOf(subdomain),
    isDevelopment: ctx.mode === "development",
    serverGeneration: startedAt,
    now: Date.now(),
    accounts,
    groups: groups ? await listGroupsSince(tx, realmId, 0) : [],
    botKeys: new Map(keys.map(({ userId, key }) => [userId, key])),
    webhooks: new Map(webhooks.map((webhook) => [webhook.userId, webhook])),
  };
}
