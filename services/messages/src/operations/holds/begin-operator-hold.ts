import type { beginOperatorHold as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity } from "@team-chat/identity";
import { z } from "zod";

import type { Context } from "../../context.ts";
import type { RealmChannels } from "../../domain/directories/realm-view.ts";
import { parseHold } from "../../policies/archive/legal-holds.ts";
import { carryOutOnce } from "../../workflows/carry-out-once.ts";
import { beginHold } from "../../workflows/holds/begin-hold.ts";
import { changeHolds } from "../../workflows/holds/change-holds.ts";

/** Begins a legal hold for an operator (docs/legal-holds.md#operators). */
export async function beginOperatorHold(
  ctx: Context,
  _: Identity,
  { callKey, channel: name, key, realmId, reason, userId }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const [users, channels] = await Promise.all([
    ctx.users.current(realmId),
    ctx.channels.current(realmId),
  ]);
  const channelId = name === undefined ? undefined : channelIdOf(channels, name);
  const hold = parseHold({ reason, channelId, userId }, { users, channels });
  const by = { key };
  const nowMs = ctx.now();
  const id = await carryOutOnce(ctx, { realmId, callKey, answer: z.int() }, (note) =>
    changeHolds({ ...ctx, note }, by, (tx) => beginHold(tx, realmId, { hold, by, nowMs })),
  );
  return { id };
}

/** @throws BAD_REQUEST */
function channelIdOf({ channels }: RealmChannels, name: string): number {
  const found = [...channels.values()].find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found.id;
  throw new AppError("BAD_REQUEST", `There is no channel '${name}'.`);
}
