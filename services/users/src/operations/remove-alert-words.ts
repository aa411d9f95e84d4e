import type { InputOf, OutputOf, removeAlertWords as contract } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";

import { changeRealm } from "../changes/change-realm.ts";
import { setAlertWords } from "../changes/set-attention.ts";
import type { Context } from "../context.ts";
import { loadAccount } from "../queries/accounts.ts";

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
