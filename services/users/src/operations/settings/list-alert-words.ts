import type { listAlertWords as contract, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";

/** Lists the words that the caller wants to be alerted by. */
export async function listAlertWords(
  ctx: Context,
  caller: Caller,
): Promise<OutputOf<typeof contract>> {
  const { alertWords } = await loadAccount(ctx.db, caller.realm.id, caller.userId);
  return { alert_words: alertWords };
}
