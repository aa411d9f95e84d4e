import type { listBots as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkNotGuest } from "../../policies/accounts/rights.ts";
import { avatarUrl } from "../../present/avatar.ts";
import { presentBotDefaults } from "../../present/bot.ts";
import { listBotsOf } from "../../queries/accounts/accounts.ts";
import { listApiKeys } from "../../queries/authentication/credentials.ts";

/** Lists the caller's own active bots with their keys. */
export async function listBots(ctx: Context, caller: Caller): Promise<OutputOf<typeof contract>> {
  checkNotGuest(caller);
  const { id: realmId, subdomain } = caller.realm;
  const hostname = ctx.sites.hostnameOf(subdomain);
  const all = await listBotsOf(ctx.db, realmId, caller.userId);
  const bots = all.filter(({ isActive }) => isActive);
  const ids = bots.map(({ userId }) => userId);
  const keys = await listApiKeys(ctx.db, realmId, ids);
  const keyOf = new Map(keys.map(({ userId, key }) => [userId, key]));
  return {
    bots: bots.map((bot) => ({
      user_id: bot.userId,
      username: bot.deliveryEmail,
      full_name: bot.fullName,
      api_key: keyOf.get(bot.userId) ?? "",
      avatar_url: avatarUrl(bot, hostname),
      ...presentBotDefaults(bot),
    })),
  };
}
