import type { InputOf, OutputOf, removeAlertWords as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { setAlertWords } from "../../workflows/settings/set-attention.ts";

/** Removes words that the caller no longer wants to be alerted by. */
export function removeAlertWords(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const own = await loadAccount(tx, caller.realm.id, caller.userId);
    const gone = new Set(input.alert_words.map((word) => word.toLowerCase()));
    const words = own.alertWords.filter((word) => !gone.has(word.toLowerCase()));
    if (words.length < own.alertWords.length) await setAlertWords(await begin({}), own, words);
    return { alert_words: words };
  });
}
