import { botTypes, emailVisibilities, roles } from "@team-chat/contract";

import { systemBots } from "../../policies/bots/system-bots.ts";
import { insertAccount } from "../../queries/accounts/accounts.ts";
import type { Change } from "../change.ts";

/** Creates the bots that every organization has. They have no key and no password, and are in no group. */
export async function addSystemBots({ tx, realmId, versions }: Change): Promise<void> {
  for (const { email, fullName } of systemBots) {
    const account = {
      deliveryEmail: email,
      emailVisibility: emailVisibilities.everyone,
      fullName,
      role: roles.member,
      isBot: true,
      isSystemBot: true,
      botType: botTypes.generic,
      botOwnerId: null,
    };
    if ((await insertAccount(tx, realmId, { account, versions })) === null)
      throw new Error("A system bot's address was taken in a new organization.");
  }
}
