import type { Account, BotChange } from "../queries/accounts/accounts.ts";
import type { Webhook } from "../queries/bots/webhooks.ts";
import { avatarUrl } from "./avatar.ts";

interface BotFacts {
  readonly apiKey: string;
  readonly webhook: Webhook | undefined;
  readonly hostname: string;
}

/** Presents a bot as its owner and administrators see it in `realm_bots`. */
export function presentBot(bot: Account, { apiKey, webhook, hostname }: BotFacts) {
  return {
    user_id: bot.userId,
    email: bot.deliveryEmail,
    full_name: bot.fullName,
    bot_type: bot.botType,
    is_active: bot.isActive,
    api_key: apiKey,
    ...presentBotDefaults(bot),
    avatar_url: avatarUrl(bot, hostname),
    owner_id: bot.botOwnerId,
    services: webhook === undefined ? [] : [presentService(webhook)],
  };
}

/** Presents the defaults for a bot's requests that leave something out. */
export function presentBotDefaults(bot: Omit<BotChange, "botConfig">) {
  return {
    default_sending_stream: bot.defaultSendingStream === "" ? null : bot.defaultSendingStream,
    default_events_register_stream:
      bot.defaultEventsRegisterStream === "" ? null : bot.defaultEventsRegisterStream,
    default_all_public_streams: bot.defaultAllPublicStreams,
  };
}

/** Presents the address that messages for the bot are sent to. */
export function presentService(webhook: Webhook) {
  return { base_url: webhook.url, interface: webhook.interface, token: webhook.token };
}
