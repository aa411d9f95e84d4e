import type { InputOf, updateOwnStatus as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { setStatus } from "../changes/set-status.ts";
import type { Context } from "../context.ts";
import { checkedStatus } from "../policies/user-status.ts";
import { lockAccount } from "../queries/personal.ts";
import { shareSights } from "../queries/versions.ts";
import { loadCustomEmoji } from "./load-custom-emoji.ts";

/** Sets what the caller shows beside the name. */
export async function updateOwnStatus(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const own = { realmId: caller.realm.id, userId: caller.userId };
  await ctx.outbox.transaction(own.realmId, async (tx, emit) => {
    await lockAccount(tx, own);
    const status = checkedStatus(input, await loadCustomEmoji(tx, own.realmId));
    const sights = await ctx.realms.sights(tx, own.realmId, await shareSights(tx, own.realmId));
    await setStatus({ tx, emit, sights }, { ...own, isBot: caller.isBot }, status);
  });
  return {};
}
