import type { removePasskey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkFactorFound } from "../../policies/second-factors/second-factors.ts";
import { deletePasskey, listPasskeys } from "../../queries/second-factors/passkeys.ts";
import { changeFactors } from "../../workflows/second-factors/change-factors.ts";
import { loadConfirmedSession } from "../../workflows/second-factors/load-own-session.ts";

/** Removes a passkey (docs/behaviour/second-factors.md#passkeys). */
export async function removePasskey(
  ctx: Context,
  _: Identity,
  { passkeyId, ...input }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  const session = await loadConfirmedSession(ctx, input);
  const { own } = session;
  return changeFactors(ctx, session, async ({ tellByMail, tidy, tx }) => {
    const passkey = (await listPasskeys(tx, own)).find((one) => one.passkeyId === passkeyId);
    checkFactorFound(await deletePasskey(tx, own, passkeyId));
    await tidy();
    await tellByMail("passkeyRemoved", { passkey: passkey?.name ?? "" });
    return {};
  });
}
