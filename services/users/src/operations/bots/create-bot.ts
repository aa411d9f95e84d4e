import {
  botTypes,
  type createBot as contract,
  type InputOf,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkedFullName, isEmailAddress } from "../../policies/accounts/names.ts";
import { checkInterface, checkMayCreateBot, checkPayloadUrl } from "../../policies/bots/bots.ts";
import { avatarUrl } from "../../present/avatar.ts";
import { presentBotDefaults } from "../../present/bot.ts";
import { findAccountByEmail } from "../../queries/accounts/accounts.ts";
import { countBotsOf } from "../../queries/accounts/counts.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { addAccount } from "../../workflows/accounts/add-account.ts";
import { givenAvatar } from "../../workflows/accounts/given-avatar.ts";
import { botAccount } from "../../workflows/bots/bot-account.ts";
import { checkBotChannels } from "../../workflows/bots/check-bot-channels.ts";
import { checkBotNameFree } from "../../workflows/bots/check-bot-name-free.ts";
import { givenBotDefaults } from "../../workflows/bots/given-bot-defaults.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadGroupFacts } from "../../workflows/groups/load-group-facts.ts";

type Input = InputOf<typeof contract>;

const creatable: ReadonlySet<number> = new Set([
  botTypes.generic,
  botTypes.incomingWebhook,
  botTypes.outgoingWebhook,
]);

/** Creates a bot that the caller owns. */
export async function createBot(
  ...[ctx, caller, input, request]: [Context, Caller, Input, RequestFacts]
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  const hostname = ctx.sites.hostnameOf(caller.realm.subdomain);
  const { email, fullName, webhook } = checkedBot(input, hostname);
  const channels = [input.default_sending_stream, input.default_events_register_stream];
  const ids = await checkBotChannels(ctx, caller, channels);
  const picture = await givenAvatar(ctx, request.files);
  const bot = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const { actor, permissions } = await loadGroupFacts(tx, caller);
    checkMayCreateBot(actor, input.bot_type, permissions);
    if ((await findAccountByEmail(tx, realmId, email)) !== null) throw emailTaken();
    await checkBotNameFree(tx, realmId, { userId: null, fullName });
    checkRoom("botsOfUser", await countBotsOf(tx, { realmId, userId: caller.userId }));
    const ownerId = caller.userId;
    const account = {
      ...botAccount({ email, fullName, botType: input.bot_type, ownerId }),
      ...givenBotDefaults(input, ids),
    };
    const change = await begin({ auth: true });
    return addAccount(change, { account, passwordHash: null, webhook, picture });
  });
  if (bot === null) throw emailTaken();
  return {
    user_id: bot.userId,
    api_key: await loadApiKey(ctx.db, { realmId, userId: bot.userId }),
    avatar_url: avatarUrl(bot, hostname),
    ...presentBotDefaults(bot),
  };
}

function emailTaken(): AppError {
  return new AppError("BAD_REQUEST", "Email is already in use.");
}

function checkedBot(input: Input, hostname: string) {
  const fullName = checkedFullName(input.full_name);
  if (!creatable.has(input.bot_type)) throw new AppError("BAD_REQUEST", "Invalid bot type");
  const email = `${input.short_name.trim()}-bot@${hostname}`;
  if (input.short_name.trim() === "" || !isEmailAddress(email))
    throw new AppError("BAD_REQUEST", "Bad name or username");
  if (input.bot_type !== botTypes.outgoingWebhook) return { email, fullName, webhook: null };
  checkPayloadUrl("payload_url", input.payload_url);
  checkInterface(input.interface_type);
  const name = input.service_name ?? fullName;
  return {
    email,
    fullName,
    webhook: { name, url: input.payload_url, interface: input.interface_type },
  };
}
