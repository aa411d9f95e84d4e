import type { deactivateRealmEmoji as contract, InputOf } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkMayDeactivate } from "../../policies/organization/realm-emoji.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { findActiveEmoji, updateEmojiDeactivated } from "../../queries/organization/realm-emoji.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { changeEmoji } from "../../workflows/organization/change-emoji.ts";

/** Takes an emoji out of use; where it was used it stays. */
export async function deactivateRealmEmoji(
  ctx: Context,
  caller: Caller,
  { emoji_name: name }: InputOf<typeof contract>,
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    const emoji = await findActiveEmoji(tx, realmId, name);
    if (emoji === null) throw new AppError("BAD_REQUEST", `Emoji '${name}' does not exist`);
    checkMayDeactivate(await loadAccount(tx, realmId, caller.userId), emoji);
    await changeEmoji(prospect, () => updateEmojiDeactivated(tx, realmId, emoji.id));
  });
  return {};
}
