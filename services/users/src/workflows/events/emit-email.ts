import { emailVisibilities } from "@team-chat/contract";

import { avatarUrl } from "../../present/avatar.ts";
import type { Account } from "../../queries/accounts/accounts.ts";
import type { Change } from "../change.ts";
import { emitBotUpdated } from "./emit-bot.ts";
import { emitApiEmail, emitDeliveryEmail } from "./emit-user.ts";

/**
 * Tells of a user's new address: those who may see it, and everybody when the API address and the picture are made from
 * it (docs/behaviour/users.md#changing-e-mail-addresses).
 */
export async function emitEmail(change: Change, user: Account): Promise<void> {
  await emitDeliveryEmail(change, user);
  // The API address and the picture made from it stay what they are while the real address is hidden.
  if (user.emailVisibility !== emailVisibilities.everyone) return;
  emitApiEmail(change, user);
  if (!user.isBot) return;
  const picture = avatarUrl(user, change.hostname);
  await emitBotUpdated(change, user, { email: user.deliveryEmail, avatar_url: picture });
}
