import { newKey } from "../../policies/authentication/api-keys.ts";
import { presentService } from "../../present/bot.ts";
import { type Account, updateAccount } from "../../queries/accounts/accounts.ts";
import { listWebhooks, upsertWebhook, type Webhook } from "../../queries/bots/webhooks.ts";
import type { Change } from "../change.ts";
import { emitBotUpdated } from "../events/emit-bot.ts";

/** Points the webhook of a bot somewhere else, from the next delivery on; its token stays. */
export async function moveWebhook(
  change: Change,
  bot: Account,
  webhook: Pick<Webhook, "name" | "url" | "interface">,
): Promise<void> {
  const { tx, realmId, versions } = change;
  const { userId } = bot;
  await upsertWebhook(tx, realmId, { ...webhook, userId, token: newKey() });
  await updateAccount(tx, { realmId, userId }, { change: {}, versions });
  const services = (await listWebhooks(tx, realmId, [userId])).map(presentService);
  await emitBotUpdated(change, bot, { services });
}
