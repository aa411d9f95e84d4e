import { roles } from "@team-chat/contract";

import type { Account } from "../../queries/accounts.ts";
import { presentBot } from "../bot.ts";
import type { RegisterFacts, Section } from "./facts.ts";

/** Owners of bots and administrators see a bot's key and webhook. */
export function mayManageBot(own: Account, bot: Account): boolean {
  return (
    bot.isBot &&
    !bot.isSystemBot &&
    (bot.botOwnerId === own.userId || own.role <= roles.administrator)
  );
}

/** `realm_bot`: the bots that the caller administers. */
export function realmBotSection({
  accounts,
  own,
  botKeys,
  webhooks,
  hostname,
}: RegisterFacts): Section {
  const bots = accounts.filter((account) => mayManageBot(own, account));
  return {
    realm_bots: bots.map((bot) =>
      presentBot(bot, {
        apiKey: botKeys.get(bot.userId) ?? "",
        webhook: webhooks.get(bot.userId),
        hostname,
      }),
    ),
  };
}
