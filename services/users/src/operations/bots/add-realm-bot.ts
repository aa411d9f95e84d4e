import type { addRealmBot as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkedFullName } from "../../policies/accounts/names.ts";
import { checkOperator } from "../../policies/organization/operator.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { listWebhooks } from "../../queries/bots/webhooks.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { addAccount } from "../../workflows/accounts/add-account.ts";
import { botAccount } from "../../workflows/bots/bot-account.ts";
import { moveWebhook } from "../../workflows/bots/move-webhook.ts";
import { changeRealm } from "../../workflows/change-realm.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Returns the bot with the address, creating it when there is none, its webhook pointing where it is to point. */
export async function addRealmBot(ctx: Context, identity: Identity, input: Input): Promise<Output> {
  checkOperator(identity);
  const { realmId, email, ownerId, webhook, botType } = input;
  const fullName = checkedFullName(input.fullName);
  const realm = await loadRealm(ctx.db, realmId);
  const added = await changeRealm(ctx, realm, async ({ tx, begin }) => {
    const known = await findAccountByEmail(tx, realmId, email);
    if (known !== null) {
      const [present] = await listWebhooks(tx, realmId, [known.userId]);
      const differs =
        webhook !== null &&
        (present?.url !== webhook.url || present.interface !== webhook.interface);
      if (differs) await moveWebhook(await begin({}), known, webhook);
      return { bot: known, created: false };
    }
    const account = botAccount({ email, fullName, botType, ownerId });
    const bot = await addAccount(await begin({ auth: true }), {
      account,
      passwordHash: null,
      webhook,
    });
    if (bot === null) throw new Error("An address was taken while the realm was locked.");
    return { bot, created: true };
  });
  const { userId, deliveryEmail } = added.bot;
  const apiKey = await loadApiKey(ctx.db, { realmId, userId });
  return { userId, email: deliveryEmail, apiKey, created: added.created };
}
