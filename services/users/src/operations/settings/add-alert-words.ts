import type { addAlertWords as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { setAlertWords } from "../../workflows/settings/set-attention.ts";

/** Adds words that the caller wants to be alerted by. */
export function addAlertWords(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  return changeRealm(ctx, caller.realm, async ({ tx, begin }) => {
    const own = await loadAccount(tx, caller.realm.id, caller.userId);
    const words = [...own.alertWords];
    const known = new Set(words.map((word) => word.toLowerCase()));
    for (const word of input.alert_words) {
      if (word === "" || known.has(word.toLowerCase())) continue;
      known.add(word.toLowerCase());
      words.push(word);
    }
    checkRoom("alertWordsOfUser", own.alertWords.length, words.length - own.alertWords.length);
    if (words.length > own.alertWords.length) await setAlertWords(await begin({}), own, words);
    return { alert_words: words };
  });
}
