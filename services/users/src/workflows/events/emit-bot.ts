import { type Audience, encodeAudience, roles } from "@team-chat/contract";

import { presentBot } from "../../present/bot.ts";
import { type Account, listActiveIds } from "../../queries/accounts/accounts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { listWebhooks } from "../../queries/bots/webhooks.ts";
import type { Change } from "../change.ts";

/** Tells the owner and the administrators of a new bot, with its key. */
export async function emitBotAdded(change: Change, bot: Account): Promise<void> {
  await emitBotTo(change, bot, await botAudience(change, bot));
}

/** Tells these people of a bot that they manage from now on, with its key. */
export async function emitBotTo(change: Change, bot: Account, audience: Audience): Promise<void> {
  const { tx, realmId, hostname } = change;
  const [webhook] = await listWebhooks(tx, realmId, [bot.userId]);
  const apiKey = await loadApiKey(tx, { realmId, userId: bot.userId });
  change.emit({
    audience,
    event: { type: "realm_bot", op: "add", bot: presentBot(bot, { apiKey, webhook, hostname }) },
  });
}

/** Tells somebody of a bot that is no longer theirs to manage. */
export function emitBotGone({ emit }: Change, bot: Account, userId: number): void {
  emit({
    audience: encodeAudience([userId]),
    event: { type: "realm_bot", op: "delete", bot: { user_id: bot.userId } },
  });
}

/** Tells the owner and the administrators what changed of a bot. */
export async function emitBotUpdated(change: Change, bot: Account, changed: object): Promise<void> {
  change.emit({
    audience: await botAudience(change, bot),
    event: { type: "realm_bot", op: "update", bot: { user_id: bot.userId, ...changed } },
  });
}

async function botAudience({ tx, realmId }: Change, bot: Account) {
  const administrators = await listActiveIds(tx, realmId, roles.administrator);
  return encodeAudience(
    bot.botOwnerId === null ? administrators : [...administrators, bot.botOwnerId],
  );
}
