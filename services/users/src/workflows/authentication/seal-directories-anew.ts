import type { Context } from "../../context.ts";
import { listSealedBinds, replaceSealedBind } from "../../queries/authentication/directories.ts";
import { sealedBind } from "../../values/directory-settings.ts";

/**
 * Seals the passwords for directories with the first of the installation's keys, so that those behind it can be taken
 * away (docs/subsystems/secrets.md#the-identity-key).
 */
export async function sealDirectoriesAnew({ db, signIns }: Context): Promise<void> {
  for (const row of await listSealedBinds(db)) {
    const anew = await signIns.texts.sealAnew(row.sealedPassword, sealedBind);
    if (anew !== null) await replaceSealedBind(db, row, anew);
  }
}
