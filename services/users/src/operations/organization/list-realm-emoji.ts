import type { listRealmEmoji as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { presentEmoji } from "../../present/realm-emoji.ts";
import { listEmojiRows } from "../../queries/organization/realm-emoji.ts";

/** Lists all emoji of the organization, also deactivated ones. */
export async function listRealmEmoji(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  return { emoji: presentEmoji(await listEmojiRows(ctx.db, caller.realm.id)) };
}
