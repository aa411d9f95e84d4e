import {
  botTypes,
  type InputOf,
  type OutputOf,
  type updateBot as contract,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { apiEmail } from "../../policies/accounts/api-email.ts";
import {
  checkInterface,
  checkPayloadUrl,
  managedBot,
  possibleOwner,
} from "../../policies/bots/bots.ts";
import { avatarUrl } from "../../present/avatar.ts";
import { presentBotDefaults } from "../../present/bot.ts";
import {
  type Account,
  type BotChange,
  findAccount,
  loadAccount,
  updateAccount,
} from "../../queries/accounts/accounts.ts";
import { countBotsOf } from "../../queries/accounts/counts.ts";
import { listWebhooks } from "../../queries/bots/webhooks.ts";
import { applyUserUpdate } from "../../workflows/accounts/apply-user-update.ts";
import { changeAvatar } from "../../workflows/accounts/change-avatar.ts";
import { givenAvatar } from "../../workflows/accounts/given-avatar.ts";
import { changeBotOwner } from "../../workflows/bots/change-bot-owner.ts";
import { checkBotChannels } from "../../workflows/bots/check-bot-channels.ts";
import { checkBotNameFree } from "../../workflows/bots/check-bot-name-free.ts";
import { givenBotDefaults } from "../../workflows/bots/given-bot-defaults.ts";
import { moveWebhook } from "../../workflows/bots/move-webhook.ts";
import { changeRealm, type Prospect } from "../../workflows/change-realm.ts";
import type { Change } from "../../workflows/change.ts";
import { emitBotUpdated } from "../../workflows/events/emit-bot.ts";

type Input = InputOf<typeof contract>;
type Output = OutputOf<typeof contract>;

/** Changes a bot that the caller manages. */
export async function updateBot(
  ...[ctx, caller, input, request]: [Context, Caller, Input, RequestFacts]
): Promise<Output> {
  const realmId = caller.realm.id;
  const channels = [input.default_sending_stream, input.default_events_register_stream];
  const asked = await loadAccount(ctx.db, realmId, caller.userId);
  managedBot(asked, await findAccount(ctx.db, realmId, input.bot_id));
  const ids = await checkBotChannels(ctx, caller, channels);
  const picture = await givenAvatar(ctx, request.files);
  return changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    const actor = await loadAccount(tx, realmId, caller.userId);
    const bot = managedBot(actor, await findAccount(tx, realmId, input.bot_id));
    checkService(bot, input);
    await checkName(tx, realmId, { bot, input });
    const owner = await newOwner(tx, realmId, { bot, input });
    const once = beginningOnce(prospect);
    const { full_name, role } = input;
    const wanted = { full_name, role, profile_data: undefined, new_email: undefined };
    await applyUserUpdate(once, { realmId, actor, user: bot, wanted });
    if (owner !== undefined) await changeBotOwner(await once.begin({}), bot, owner);
    await changeService(once, bot, input);
    await changeDefaults(once, bot, givenBotDefaults(input, ids));
    if (picture !== null) {
      const change = await once.begin({});
      await changeAvatar(change, await loadAccount(tx, realmId, bot.userId), picture);
    }
    return answer(tx, await loadAccount(tx, realmId, bot.userId), { ctx, caller, input });
  });
}

/** Several parts of one request share one version. */
function beginningOnce({ tx, begin }: Prospect): Prospect {
  let begun: Promise<Change> | undefined;
  return { tx, begin: () => (begun ??= begin({ auth: true })) };
}

function checkService(bot: Account, input: Input): void {
  if (input.service_payload_url === undefined) return;
  if (bot.botType !== botTypes.outgoingWebhook)
    throw new AppError("BAD_REQUEST", "Invalid bot type");
  checkPayloadUrl("service_payload_url", input.service_payload_url);
  checkInterface(input.service_interface);
}

/**
 * Checks the name if it is new: one that stays is never refused. The rules about its form are those of
 * `applyUserUpdate`.
 */
async function checkName(
  tx: Prospect["tx"],
  realmId: number,
  { bot, input }: OwnerChange,
): Promise<void> {
  const fullName = input.full_name?.trim() ?? "";
  if (fullName !== "" && fullName !== bot.fullName)
    await checkBotNameFree(tx, realmId, { userId: bot.userId, fullName });
}

interface OwnerChange {
  readonly bot: Account;
  readonly input: Input;
}

async function newOwner(
  tx: Prospect["tx"],
  realmId: number,
  { bot, input }: OwnerChange,
): Promise<Account | undefined> {
  const { bot_owner_id: ownerId } = input;
  if (ownerId === undefined || ownerId === bot.botOwnerId) return undefined;
  const owner = possibleOwner(await findAccount(tx, realmId, ownerId));
  checkRoom("botsOfUser", await countBotsOf(tx, { realmId, userId: owner.userId }));
  return owner;
}

async function changeService({ tx, begin }: Prospect, bot: Account, input: Input): Promise<void> {
  const { service_payload_url: url, service_interface } = input;
  if (url === undefined) return;
  const change = await begin({});
  const [present] = await listWebhooks(tx, change.realmId, [bot.userId]);
  if (present?.url === url && present.interface === service_interface) return;
  const name = present?.name ?? bot.fullName;
  await moveWebhook(change, await loadAccount(tx, change.realmId, bot.userId), {
    name,
    url,
    interface: service_interface,
  });
}

async function changeDefaults(
  { tx, begin }: Prospect,
  bot: Account,
  given: Partial<BotChange>,
): Promise<void> {
  const names = Object.keys(given) as (keyof BotChange)[];
  const changed = names.filter((name) => JSON.stringify(given[name]) !== JSON.stringify(bot[name]));
  if (changed.length === 0) return;
  const change = await begin({});
  const { versions, realmId } = change;
  await updateAccount(tx, { realmId, userId: bot.userId }, { change: given, versions });
  const now = await loadAccount(tx, realmId, bot.userId);
  const before = presentBotDefaults(bot);
  for (const [name, value] of Object.entries(presentBotDefaults(now)))
    if (value !== before[name as keyof typeof before])
      await emitBotUpdated(change, now, { [name]: value });
}

interface Asked {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly input: Input;
}

async function answer(
  tx: Prospect["tx"],
  bot: Account,
  { ctx, caller, input }: Asked,
): Promise<Output> {
  const { id: realmId, subdomain } = caller.realm;
  const hostname = ctx.sites.hostnameOf(subdomain);
  const owner = bot.botOwnerId === null ? null : await findAccount(tx, realmId, bot.botOwnerId);
  return {
    full_name: bot.fullName,
    avatar_url: avatarUrl(bot, hostname),
    ...(owner === null ? {} : { bot_owner: apiEmail(owner, hostname) }),
    service_interface: input.service_interface,
    service_payload_url: input.service_payload_url ?? null,
    config_data: input.config_data ?? null,
    ...presentBotDefaults(bot),
  };
}
