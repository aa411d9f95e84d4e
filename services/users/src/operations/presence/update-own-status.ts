import type { InputOf, updateOwnStatus as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkedStatus } from "../../policies/presence/user-status.ts";
import { lockAccount } from "../../queries/accounts/account-lock.ts";
import { shareVisibilities } from "../../queries/organization/versions.ts";
import { loadCustomEmoji } from "../../workflows/organization/load-custom-emoji.ts";
import { setStatus } from "../../workflows/presence/set-status.ts";

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
    const visibilities = await ctx.realms.visibilities(
      tx,
      own.realmId,
      await shareVisibilities(tx, own.realmId),
    );
    await setStatus({ tx, emit, visibilities }, { ...own, isBot: caller.isBot }, status);
  });
  return {};
}
