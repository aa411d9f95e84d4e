import { emailVisibilities, roles } from "@team-chat/contract";

import type { NewAccount } from "../../queries/accounts/accounts.ts";

interface NewBot {
  readonly email: string;
  readonly fullName: string;
  readonly botType: number;
  readonly ownerId: number;
}

/**
 * Describes the account of a new bot: bots are members whose address everybody sees
 * (docs/behaviour/bots.md#kinds-of-bots).
 */
export function botAccount({ email, fullName, botType, ownerId }: NewBot): NewAccount {
  return {
    deliveryEmail: email,
    emailVisibility: emailVisibilities.everyone,
    fullName,
    role: roles.member,
    isBot: true,
    botType,
    botOwnerId: ownerId,
  };
}
