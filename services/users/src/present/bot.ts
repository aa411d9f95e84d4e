import type { Account } from "../queries/accounts.ts";
import type { Webhook } from "../queries/webhooks.ts";
import { avatarUrl } from "./avatar.ts";

interface BotFacts {
  readonly apiKey: string;
  readonly webhook: Webhook | undefined;
  readonly hostname: string;
}

/** A bot as its owner and administrators see it in `realm_bots`. */
export function presentBot(bot: Account, { apiKey, webhook, hostname }: BotFacts) {
  return {
    user_id: bot.userId,
    email: bot.deliveryEmail,
    full_name: bot.fullName,
    bot_type: bot.botType,
    is_active: bot.isActive,
    api_key: apiKey,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
    avatar_url: avatarUrl(bot, hostname),
    owner_id: bot.botOwnerId,
    services:
      webhook === undefined
        ? []
        : [{ base_url: webhook.url, interface: webhook.interface, token: webhook.token }],
  };
}
