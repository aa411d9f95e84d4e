import type { InputOf, uploadRealmEmoji as contract } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { RequestFacts } from "@team-chat/http";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkedPicture } from "../../policies/accounts/pictures.ts";
import { holdsRealmPermission, insufficientPermission } from "../../policies/accounts/rights.ts";
import { newKey } from "../../policies/authentication/api-keys.ts";
import {
  checkedEmojiName,
  checkMayName,
  onlyPicture,
} from "../../policies/organization/realm-emoji.ts";
import { countOfRealm } from "../../queries/accounts/counts.ts";
import { findActiveEmoji, insertEmoji } from "../../queries/organization/realm-emoji.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { loadGroupFacts } from "../../workflows/groups/load-group-facts.ts";
import { changeEmoji } from "../../workflows/organization/change-emoji.ts";

/** Adds an emoji for everybody in the organization. */
export async function uploadRealmEmoji(
  ...[ctx, caller, input, request]: [Context, Caller, InputOf<typeof contract>, RequestFacts]
): Promise<Record<string, never>> {
  const realmId = caller.realm.id;
  const name = checkedEmojiName(input.emoji_name);
  await changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    const { actor, permissions } = await loadGroupFacts(tx, caller);
    if (!holdsRealmPermission(actor, "can_add_custom_emoji_group", permissions))
      throw insufficientPermission();
    if ((await findActiveEmoji(tx, realmId, name)) !== null)
      throw new AppError("BAD_REQUEST", "A custom emoji with this name already exists.");
    const bytes = onlyPicture(request.files);
    checkMayName(actor, name);
    const { picture, still } = checkedPicture(bytes);
    checkRoom("emoji", await countOfRealm(tx, realmId, "emoji"));
    const emoji = { name, authorId: caller.userId, secret: newKey(), picture, still };
    await changeEmoji(prospect, () => insertEmoji(tx, realmId, emoji));
  });
  return {};
}
