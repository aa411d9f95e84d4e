import type { getUsersState as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { inSnapshot } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import {
  presentGroupRecord,
  presentRealmRecord,
  presentUserRecord,
} from "../../present/records.ts";
import { listAccountsSince } from "../../queries/accounts/accounts.ts";
import { findUsersVersion } from "../../queries/authentication/auth-state.ts";
import { listWebhooks } from "../../queries/bots/webhooks.ts";
import { listGroupsSince, loadSystemGroupIds } from "../../queries/groups/groups.ts";
import { listLinkifierRows } from "../../queries/organization/linkifiers.ts";
import { listEmojiRows } from "../../queries/organization/realm-emoji.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { loadVersion } from "../../queries/organization/versions.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Loads the changes after a version; reads nothing when there are none. */
export async function getUsersState(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const current = await findUsersVersion(ctx.hot, input.realmId);
  if (current === null) throw new AppError("NOT_FOUND", "There is no such organization.");
  if (current === input.since) return { version: current, realm: null, users: [], groups: [] };
  // A version from the future was given out by a database that has since lost it: everything is told again.
  return delta(ctx, { realmId: input.realmId, since: current < input.since ? 0 : input.since });
}

function delta(ctx: Context, { realmId, since: known }: Input): Promise<Output> {
  return inSnapshot(ctx.db, async (tx) => {
    const version = await loadVersion(tx, realmId);
    const realm = await loadRealm(tx, realmId);
    // A rename changes everybody's API e-mail address, and stamps no row of theirs.
    const since = known < realm.renamedVersion ? 0 : known;
    const linkifiers = realm.version > since ? await listLinkifierRows(tx, realmId) : [];
    const emoji = realm.version > since ? await listEmojiRows(tx, realmId) : [];
    const systemGroups = await loadSystemGroupIds(tx, realmId);
    const accounts = await listAccountsSince(tx, realmId, since);
    const botIds = accounts.filter(({ isBot }) => isBot).map(({ userId }) => userId);
    const webhooks = await listWebhooks(tx, realmId, botIds);
    const webhookOf = new Map(webhooks.map((webhook) => [webhook.userId, webhook]));
    const groups = await listGroupsSince(tx, realmId, since);
    const hostname = ctx.sites.hostnameOf(realm.subdomain);
    return {
      version,
      realm:
        realm.version > since
          ? presentRealmRecord(realm, { ...ctx, groups: systemGroups, linkifiers, emoji })
          : null,
      users: accounts.map((account) =>
        presentUserRecord(account, { hostname, webhook: webhookOf.get(account.userId) }),
      ),
      groups: groups.map((group) => presentGroupRecord(group, systemGroups)),
    };
  });
}
