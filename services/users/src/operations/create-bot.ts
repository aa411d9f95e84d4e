import {
  botTypes,
  type createBot as contract,
  type InputOf,
  type OutputOf,
  roles,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import { addAccount } from "../changes/add-account.ts";
import { botAccount } from "../changes/bot-account.ts";
import { changeRealm } from "../changes/change-realm.ts";
import type { Context } from "../context.ts";
import { checkedFullName, isEmailAddress } from "../policies/names.ts";
import { avatarUrl } from "../present/avatar.ts";
import { loadAccount } from "../queries/accounts.ts";
import { loadApiKey } from "../queries/credentials.ts";

type Input = InputOf<typeof contract>;

const creatable: ReadonlySet<number> = new Set([
  botTypes.generic,
  botTypes.incomingWebhook,
  botTypes.outgoingWebhook,
]);

/** Creates a bot that the caller owns. */
export async function createBot(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  const hostname = ctx.sites.hostnameOf(caller.realm.subdomain);
  const { email, fullName, webhook } = checkedBot(input, hostname);
  const bot = await changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const { role } = await loadAccount(tx, realmId, caller.userId);
    if (role === roles.guest) throw new AppError("BAD_REQUEST", "Insufficient permission");
    const account = botAccount({
      email,
      fullName,
      botType: input.bot_type,
      ownerId: caller.userId,
    });
    return addAccount(await begin({ auth: true }), { account, passwordHash: null, webhook });
  });
  if (bot === null) throw new AppError("BAD_REQUEST", "Email is already in use.");
  return {
    user_id: bot.userId,
    api_key: await loadApiKey(ctx.db, { realmId, userId: bot.userId }),
    avatar_url: avatarUrl(bot, hostname),
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
  };
}

function checkedBot(input: Input, hostname: string) {
  const fullName = checkedFullName(input.full_name);
  if (!creatable.has(input.bot_type)) throw new AppError("BAD_REQUEST", "Invalid bot type");
  const email = `${input.short_name.trim()}-bot@${hostname}`;
  if (input.short_name.trim() === "" || !isEmailAddress(email))
    throw new AppError("BAD_REQUEST", "Bad name or username");
  if (input.bot_type !== botTypes.outgoingWebhook) return { email, fullName, webhook: null };
  if (!/^https?:$/.test(URL.parse(input.payload_url)?.protocol ?? ""))
    throw new AppError("BAD_REQUEST", "payload_url is not a URL");
  if (input.interface_type !== 1 && input.interface_type !== 2)
    throw new AppError("BAD_REQUEST", "Invalid interface type");
  const name = input.service_name ?? fullName;
  return {
    email,
    fullName,
    webhook: { name, url: input.payload_url, interface: input.interface_type },
  };
}
