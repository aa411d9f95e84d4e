import type { addPlayground as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Caller } from "@team-chat/identity";
import { checkRoom } from "@team-chat/policy";

import { announcePlaygrounds } from "../changes/change-playgrounds.ts";
import { changeRealm } from "../changes/change-realm.ts";
import type { Context } from "../context.ts";
import { checkPlayground, playgroundTaken } from "../policies/playgrounds.ts";
import { checkAdministrator } from "../policies/targets.ts";
import { loadAccount } from "../queries/accounts.ts";
import { countOfRealm } from "../queries/counts.ts";
import { insertPlayground } from "../queries/playgrounds.ts";

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
