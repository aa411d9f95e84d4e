import type { InputOf, redeliver as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { OperationContext } from "../context.ts";
import { administeredBot } from "../policies/administered-bot.ts";
import { restartDelivery } from "../queries/delivery-log.ts";
import { endsFrom } from "../workflows/deliver/schedule.ts";

/** Has a finished delivery made again. @throws BAD_REQUEST */
export async function redeliver(
  ctx: OperationContext,
  caller: Caller,
  { bot_id: botId, delivery_id: id }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  administeredBot(await ctx.users.atLeast(realmId, caller.usersVersion), caller, botId);
  const now = ctx.now();
  const times = { now: new Date(now), ...endsFrom(now) };
  const restarted = await restartDelivery(ctx.db, { realmId, botId, id, ...times });
  if (restarted === null) throw new AppError("BAD_REQUEST", "No such delivery");
  if (!restarted) throw new AppError("BAD_REQUEST", "This delivery is not finished");
  ctx.deliveriesNoted();
  return {};
}
