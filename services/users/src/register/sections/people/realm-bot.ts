import { roles } from "@team-chat/contract";
import { sql } from "@team-chat/pg";
import { type Batch, remembered, rowsOfOrganization } from "@team-chat/register";
import { z } from "zod";

import type { RealmView } from "../../../domain/organization/realm-view.ts";
import { presentBot } from "../../../present/bot.ts";
import type { Account } from "../../../queries/accounts/accounts.ts";
import { webhookRow } from "../../../queries/bots/webhooks.ts";
import { registerSection } from "../../registration/registration.ts";

const rows = rowsOfOrganization({
  numbers: ({ known, userIds }: Batch<RealmView>) => managedIds(known, userIds),
  select: ({ numbers, realmId }) => sql.fragment`
    select bot.id as "userId",
      (select key from api_key where realm_id = ${realmId} and user_id = bot.id) as key,
      (select json_build_object('userId', user_id, 'name', name, 'url', url, 'interface', interface, 'token', token)
        from webhook where realm_id = ${realmId} and user_id = bot.id) as webhook
    from unnest(${numbers}) as bot (id)`,
  row: z.object({
    userId: z.number(),
    key: z.string().nullable(),
    webhook: webhookRow.nullable(),
  }),
});

/** The bots that the caller administers, with their keys. */
export const realmBot = registerSection({
  name: "realm_bot",
  load: rows,
  render: ({ accounts, hidesBots, hostname, own }, secrets) => {
    if (hidesBots) return { realm_bots: [] };
    const byBot = remembered(secrets, "by bot", () => Map.groupBy(secrets, ({ userId }) => userId));
    const bots = managedBots(own, accounts).map((bot) => {
      const [secret] = byBot.get(bot.userId) ?? [];
      const { key, webhook } = secret ?? { key: null, webhook: null };
      return presentBot(bot, { apiKey: key ?? "", webhook: webhook ?? undefined, hostname });
    });
    return { realm_bots: bots };
  },
  spectator: { realm_bots: [] },
});

/** Lists the bots among the accounts, which are never changed, that somebody administers. */
function managedBots(own: Account, accounts: readonly Account[]): readonly Account[] {
  const bots = remembered(accounts, "bots", () => accounts.filter(({ isBot }) => isBot));
  return bots.filter((bot) => mayManageBot(own, bot));
}

function managedIds({ accounts, sorted }: RealmView, userIds: readonly number[]): number[] {
  const ids = userIds.flatMap((id) => {
    const own = accounts.get(id);
    return own === undefined ? [] : managedBots(own, sorted).map(({ userId }) => userId);
  });
  return [...new Set(ids)];
}

/** Owners of bots and administrators see a bot's key and webhook. */
function mayManageBot(own: Account, bot: Account): boolean {
  return (
    bot.isBot &&
    !bot.isSystemBot &&
    (bot.botOwnerId === own.userId || own.role <= roles.administrator)
  );
}
