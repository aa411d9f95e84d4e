import { roles } from "@team-chat/contract";

import type { Account } from "../../queries/accounts/accounts.ts";
import { presentBot } from "../bot.ts";
import type { RegisterFacts } from "./facts.ts";
import type { Section } from "./field-texts.ts";
import { remembered } from "./remembered.ts";

/** Owners of bots and administrators see a bot's key and webhook. */
function mayManageBot(own: Account, bot: Account): boolean {
  return (
    bot.isBot &&
    !bot.isSystemBot &&
    (bot.botOwnerId === own.userId || own.role <= roles.administrator)
  );
}

/** The bots among the accounts, which are never changed, that somebody administers. */
export function managedBots(own: Account, accounts: readonly Account[]): readonly Account[] {
  const bots = remembered(accounts, "bots", () => accounts.filter(({ isBot }) => isBot));
  return bots.filter((bot) => mayManageBot(own, bot));
}

/** `realm_bot`: the bots that the caller administers. */
export function realmBotSection({ accounts, own, rows, hostname }: RegisterFacts): Section {
  const bots = managedBots(own, accounts);
  return {
    realm_bots: bots.map((bot) =>
      presentBot(bot, {
        apiKey: rows.bots.get(bot.userId)?.key ?? "",
        webhook: rows.bots.get(bot.userId)?.webhook ?? undefined,
        hostname,
      }),
    ),
  };
}
