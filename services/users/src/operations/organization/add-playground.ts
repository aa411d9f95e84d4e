import type { addPlayground as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import type { Context } from "../../context.ts";
import { checkAdministrator } from "../../policies/accounts/targets.ts";
import { checkPlayground, playgroundTaken } from "../../policies/organization/playgrounds.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { countOfRealm } from "../../queries/accounts/counts.ts";
import { insertPlayground } from "../../queries/organization/playgrounds.ts";
import { changeRealm } from "../../workflows/change-realm.ts";
import { announcePlaygrounds } from "../../workflows/organization/change-playgrounds.ts";

/** Adds a place where code blocks of a language can be tried out. */
export function addPlayground(
  ctx: Context,
  caller: Caller,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const realmId = caller.realm.id;
  return changeRealm(ctx, caller.realm, async (prospect) => {
    const { tx } = prospect;
    checkAdministrator(await loadAccount(tx, realmId, caller.userId));
    const playground = {
      name: input.name.trim(),
      pygmentsLanguage: input.pygments_language.trim(),
      urlTemplate: input.url_template.trim(),
    };
    checkPlayground(playground);
    checkRoom("playgrounds", await countOfRealm(tx, realmId, "playgrounds"));
    const id = await insertPlayground(tx, realmId, playground);
    if (id === null) throw playgroundTaken();
    await announcePlaygrounds(prospect);
    return { id };
  });
}
