import {
  getChannel,
  type GroupSettingValue,
  type InputOf,
  realmPermissions,
  type updateRealm as contract,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { availableProviders } from "../../domain/calls/available-providers.ts";
import type { RealmPermissionName } from "../../policies/accounts/rights.ts";
import { changedGroupSetting, usersInSettings } from "../../policies/groups/group-setting.ts";
import {
  changedRealmSettings,
  channelSettings,
  checkMayUpdateRealm,
} from "../../policies/organization/realm-update.ts";
import { changesWhoIsLetIn, requiredSince } from "../../policies/second-factors/requirement.ts";
import { activePermissions } from "../../present/realm-values.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { listActiveAmong } from "../../queries/groups/group-heads.ts";
import {
  loadRealm,
  type RealmRow,
  updateRealmRow,
  updateSecondFactorSince,
} from "../../queries/organization/realms.ts";
import { signInKinds } from "../../values/provider-settings.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import {
  emitRealmPermissions,
  emitRealmSetting,
  emitRealmValue,
} from "../../workflows/events/emit-realm.ts";
import { type GroupFacts, loadGroupFacts } from "../../workflows/groups/load-group-facts.ts";
import { recountFullMembers } from "../../workflows/groups/recount-full-members.ts";

type Input = InputOf<typeof contract>;

/** Changes the organization; checks everything before it writes anything. */
export async function updateRealm(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  checkMayUpdateRealm(await loadAccount(ctx.db, realmId, caller.userId), input);
  await checkChannels(ctx, caller, input);
  const callProviders = Object.values(availableProviders(ctx.calls));
  const callProviderIds = new Set(callProviders.map(({ id }) => id));
  await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const facts = await loadGroupFacts(tx, caller);
    checkMayUpdateRealm(facts.actor, input);
    const realm = await loadRealm(tx, realmId);
    const identityProviders = signInKinds(ctx.signIns, realm);
    const before = completeSettings(realm.settings);
    const offers = { callProviderIds, identityProviders };
    const settings = changedRealmSettings(input, before, offers);
    const permissions = await changedPermissions(tx, { realmId, input, facts });
    const texts = changedTexts(realm, input);
    const stored = { ...settings, ...permissions };
    if (Object.keys({ ...stored, ...texts }).length === 0) return;
    const change = await begin({ reset: changesWhoIsLetIn(settings) });
    const after = { ...realm.settings, ...stored };
    const { version } = change.versions;
    await updateRealmRow(tx, { id: realmId, version }, { ...texts, settings: after });
    const wanted = completeSettings(after);
    const requiring = { ...realm, settings: before };
    const since = requiredSince(requiring, wanted, new Date(change.nowMs));
    await updateSecondFactorSince(tx, realmId, since);
    for (const [name, value] of Object.entries(texts)) emitRealmValue(change, name, value);
    const shown = { settings: wanted, providers: identityProviders };
    for (const name of Object.keys(settings)) emitRealmSetting(change, name, shown);
    for (const [name, value] of Object.entries(permissions))
      emitRealmPermissions(change, { [name]: value }, facts.systemGroups);
    if ("waiting_period_threshold" in settings) await recountFullMembers(change);
  });
  return {};
}

/** Checks that the caller sees the channels, which are another service's: one that the caller cannot see is none. */
async function checkChannels(ctx: Context, caller: Caller, input: Input): Promise<void> {
  const hint = { realmId: caller.realm.id };
  for (const name of channelSettings) {
    const id = input[name];
    if (id === undefined || id === -1) continue;
    const { stream } = await ctx.channels.request(getChannel, caller, { stream_id: id }, hint);
    if (name === "moderation_request_channel_id" && !stream.invite_only)
      throw new AppError("BAD_REQUEST", "Moderation request channel must be private.");
  }
}

function changedTexts(realm: RealmRow, input: Input): { name?: string; description?: string } {
  return {
    ...(input.name === undefined || input.name === realm.name ? {} : { name: input.name }),
    ...(input.description === undefined || input.description === realm.description
      ? {}
      : { description: input.description }),
  };
}

interface Asked {
  readonly realmId: number;
  readonly input: Input;
  readonly facts: GroupFacts;
}

async function changedPermissions(
  tx: Transaction,
  { realmId, input, facts }: Asked,
): Promise<Readonly<Record<string, GroupSettingValue>>> {
  const names = Object.keys(realmPermissions) as RealmPermissionName[];
  const given = names.map((name) => input[name]?.new);
  const named = usersInSettings([...given, ...Object.values(facts.permissions)]);
  const active = {
    activeIds: new Set(await listActiveAmong(tx, realmId, named)),
    nobody: facts.systemGroups["role:nobody"],
  };
  const current = activePermissions(facts.permissions, active);
  const changed: Record<string, GroupSettingValue> = {};
  for (const name of names) {
    const wanted = input[name];
    if (wanted === undefined) continue;
    const value = changedGroupSetting(
      { name, rules: realmPermissions[name] },
      { wanted, current: current[name] },
      { groups: facts.groups, ...active },
    );
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}
