import type { addRealmBot as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import { addAccount } from "../changes/add-account.ts";
import { botAccount } from "../changes/bot-account.ts";
import { changeRealm } from "../changes/change-realm.ts";
import { moveWebhook } from "../changes/move-webhook.ts";
import type { Context } from "../context.ts";
import { checkedFullName } from "../policies/names.ts";
import { checkOperator } from "../policies/operator.ts";
import { findAccountByEmail } from "../queries/accounts.ts";
import { loadApiKey } from "../queries/credentials.ts";
import { loadRealm } from "../queries/realms.ts";
import { listWebhooks } from "../queries/webhooks.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** The bot with the address, created when there is none, its webhook pointing where it is to point. */
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
