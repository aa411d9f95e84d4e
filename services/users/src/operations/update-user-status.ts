import type { InputOf, updateUserStatus as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import { setStatus } from "../changes/set-status.ts";
import type { Context } from "../context.ts";
import { checkMayAdminister, existing, seen } from "../policies/targets.ts";
import { checkedStatus } from "../policies/user-status.ts";
import { findAccount, loadAccount } from "../queries/accounts.ts";
import { lockAccount } from "../queries/personal.ts";
import { shareSights } from "../queries/versions.ts";
import { loadCustomEmoji } from "./load-custom-emoji.ts";
import { loadSees } from "./load-sight.ts";

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
    const sights = await ctx.realms.sights(tx, ref.realmId, await shareSights(tx, ref.realmId));
    await setStatus({ tx, emit, sights }, { ...ref, isBot: user.isBot }, status);
  });
  return {};
}
