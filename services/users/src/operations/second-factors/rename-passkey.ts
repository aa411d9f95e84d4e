import type { renamePasskey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import {
  checkedPasskeyName,
  checkPasskeyNameFree,
} from "../../policies/second-factors/passkeys.ts";
import { checkFactorFound } from "../../policies/second-factors/second-factors.ts";
import { listPasskeys, updatePasskeyName } from "../../queries/second-factors/passkeys.ts";
import { changeFactors } from "../../workflows/second-factors/change-factors.ts";
import { loadOwnSession } from "../../workflows/second-factors/load-own-session.ts";

/**
 * Gives a passkey another name. That changes nothing about who gets in, so it is neither confirmed nor written of
 * (docs/behaviour/second-factors.md#passkeys).
 */
export async function renamePasskey(
  ctx: Context,
  _: Identity,
  { passkeyId, ...input }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadOwnSession(ctx, input);
  const name = checkedPasskeyName(input.name);
  return changeFactors(ctx, session, async ({ tx }) => {
    const passkeys = await listPasskeys(tx, session.own);
    checkFactorFound(passkeys.some((one) => one.passkeyId === passkeyId));
    checkPasskeyNameFree(
      name,
      passkeys.filter((one) => one.passkeyId !== passkeyId),
    );
    await updatePasskeyName(tx, session.own, { passkeyId, name });
    return {};
  });
}
