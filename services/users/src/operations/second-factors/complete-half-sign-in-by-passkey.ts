import type { completeHalfSignInByPasskey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkPasskey } from "../../policies/second-factors/passkeys.ts";
import { completeHalf } from "../../workflows/authentication/complete-half.ts";
import { takePasskey, verifyUse } from "../../workflows/second-factors/take-passkey.ts";

/** Signs in whoever uses a passkey where the second factor is lacking. */
export function completeHalfSignInByPasskey(
  ctx: Context,
  _: Identity,
  { response, sealedChallenge, ...input }: z.output<typeof contract.input>,
): Promise<z.input<typeof contract.output>> {
  return completeHalf(ctx, input, {
    prepare: ({ own: { userId }, realm, tokenHash }) =>
      verifyUse(ctx, realm, { response, sealedChallenge, half: { userId, tokenHash } }),
    take: (tx, _own, use) => takePasskey(tx, use, ctx.now()),
    check: checkPasskey,
  });
}
