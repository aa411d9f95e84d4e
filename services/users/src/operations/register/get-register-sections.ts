import { type registerOperations, type RegisterRequest, roles, wants } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity, RealmRef } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import type { RealmView } from "../../domain/organization/realm-view.ts";
import { visibleTo } from "../../policies/visibility/visibility.ts";
import { managedBots, realmBotSection } from "../../present/register/bots.ts";
import type { RegisterFacts } from "../../present/register/facts.ts";
import { fieldBytes, rememberedSection, type Section } from "../../present/register/field-texts.ts";
import { groupFacts } from "../../present/register/group-facts.ts";
import { realmUserGroupsSection } from "../../present/register/groups.ts";
import { presenceSection } from "../../present/register/presence.ts";
import { realmSection } from "../../present/register/realm.ts";
import { remembered } from "../../present/register/remembered.ts";
import { listNames, personalNames, rowSections } from "../../present/register/row-sections.ts";
import {
  allSeenBySpectators,
  isForSpectators,
  spectatorAccount,
  withheldSections,
} from "../../present/register/spectator.ts";
import { unusedSections } from "../../present/register/unused.ts";
import {
  displaySettingsSection,
  notificationSettingsSection,
  userSettingsDefaultsSection,
  userSettingsSection,
} from "../../present/register/user-settings.ts";
import { realmUserSection } from "../../present/register/users.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { settleVisibility } from "../../workflows/visibility/settle-visibility.ts";

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
  ...rowSections,
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
  const userId = identity.kind === "user" ? identity.userId : null;
  const gets = (name: string) => wants(request, name) && (userId !== null || isForSpectators(name));
  if (identity.kind === "user" && identity.role === roles.guest)
    await settleVisibility(ctx, identity.realm.id, { guestId: identity.userId });
  const facts = await loadFacts(ctx, { realm: identity.realm, userId, request, gets });
  const wanted: Section[] = [];
  for (const [name, section] of Object.entries(unusedSections))
    if (gets(name)) wanted.push(rememberedSection(section, name, () => section));
  for (const [name, section] of Object.entries(sections))
    if (gets(name)) wanted.push(section(facts));
  for (const [name, section] of Object.entries(facts.isSpectator ? withheldSections : {}))
    if (wants(request, name)) wanted.push(section);
  const { own, rows } = facts;
  return { snapshot: rows.snapshot, bytes: fieldBytes(wanted), ...queueDefaultsOf(own) };
}

/** What is stored of a bot's queues; nothing where nothing is. */
function queueDefaultsOf(own: Account): Pick<Output, "queueDefaults"> {
  const { defaultEventsRegisterChannelId: id, defaultEventsRegisterStream: name } = own;
  if (id === null && !own.defaultAllPublicStreams) return {};
  const channel = id === null ? null : { id, name };
  return { queueDefaults: { channel, allPublicStreams: own.defaultAllPublicStreams } };
}

interface Asking {
  readonly realm: RealmRef;
  /** Null for somebody without an account. */
  readonly userId: number | null;
  readonly request: RegisterRequest;
  /** Whether the client gets the section of this name. */
  readonly gets: (name: string) => boolean;
}

async function loadFacts(
  ctx: Context,
  { gets, realm: { id, subdomain }, request, userId }: Asking,
): Promise<RegisterFacts> {
  const presence = await ctx.presence.of(id);
  const { lists, rows, view } = await ctx.registers.of(id, {
    userId,
    personal: personalNames.some(gets),
    statuses: gets("user_status"),
    lists: listNames.some(gets),
    botsIn: (now) => (gets("realm_bot") ? managedIds(now, userId) : []),
  });
  const { realm, sorted } = view;
  const own = accountOf(view, userId);
  return {
    request,
    own,
    realm,
    settings: remembered(realm, "settings", () => completeSettings(realm.settings)),
    ...groupFacts(view),
    url: ctx.sites.urlOf(subdomain),
    hostname: ctx.sites.hostnameOf(subdomain),
    isSpectator: userId === null,
    webPublicStreams: ctx.webPublicStreams,
    calls: ctx.calls,
    isDevelopment: ctx.mode === "development",
    serverGeneration: startedAt,
    presence,
    view,
    sees: visibleTo(view.visibilities, own.userId),
    accounts: userId === null ? allSeenBySpectators(sorted) : sorted,
    rows,
    lists,
  };
}

function managedIds(view: RealmView, userId: number | null): readonly number[] {
  const own = userId === null ? undefined : view.accounts.get(userId);
  return own === undefined ? [] : managedBots(own, view.sorted).map((bot) => bot.userId);
}

/** @throws UNAUTHORIZED when there is no such account */
function accountOf({ accounts, realm }: RealmView, userId: number | null): Account {
  if (userId === null) return remembered(realm, "spectator", () => spectatorAccount(realm));
  const own = accounts.get(userId);
  if (own === undefined) throw new AppError("UNAUTHORIZED", "There is no such account.");
  return own;
}
