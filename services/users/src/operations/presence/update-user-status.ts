import type { InputOf, updateUserStatus as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkMayAdminister, existing, seen } from "../../policies/accounts/targets.ts";
import { checkedStatus } from "../../policies/presence/user-status.ts";
import { lockAccount } from "../../queries/accounts/account-lock.ts";
import { findAccount, loadAccount } from "../../queries/accounts/accounts.ts";
import { shareVisibilities } from "../../queries/organization/versions.ts";
import { loadCustomEmoji } from "../../workflows/organization/load-custom-emoji.ts";
import { setStatus } from "../../workflows/presence/set-status.ts";
import { loadSees } from "../../workflows/visibility/load-visibility.ts";

/** Sets what another user shows beside the name. */
export async function updateUserStatus(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const ref = { realmId: caller.realm.id, userId: input.user_id };
  const sees = await loadSees(ctx, caller);
  await ctx.outbox.transaction(ref.realmId, async (tx, emit) => {
    await lockAccount(tx, ref);
    const actor = await loadAccount(tx, ref.realmId, caller.userId);
    const found = seen(await findAccount(tx, ref.realmId, ref.userId), sees);
    const user = existing(found.isBot ? null : found);
    checkMayAdminister(actor, user);
    if (!user.isActive) throw new AppError("BAD_REQUEST", "User is deactivated");
    const status = checkedStatus(input, await loadCustomEmoji(tx, ref.realmId));
    const visibilities = await ctx.realms.visibilities(
      tx,
      ref.realmId,
      await shareVisibilities(tx, ref.realmId),
    );
    await setStatus({ tx, emit, visibilities }, { ...ref, isBot: user.isBot }, status);
  });
  return {};
}
