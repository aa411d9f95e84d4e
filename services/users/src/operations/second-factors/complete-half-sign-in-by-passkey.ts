import type { completeHalfSignInByPasskey as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import { checkPasskey } from "../../policies/second-factors/passkeys.ts";
import {
  checkedHalf,
  followUp as followUpForm,
  maxWrongCodes,
} from "../../policies/second-factors/second-factors.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import {
  countWrongCode,
  deleteHalfSignIn,
  findHalfSignIn,
} from "../../queries/second-factors/half-sign-ins.ts";
import { finishSignIn } from "../../workflows/authentication/finish-sign-in.ts";
import { noteSignIn } from "../../workflows/authentication/note-sign-in.ts";
import { changeOwn } from "../../workflows/change-own.ts";
import { takePasskey, verifyUse } from "../../workflows/second-factors/take-passkey.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Signs in whoever uses a passkey where the second factor is lacking (docs/behaviour/second-factors.md#logging-in). */
export async function completeHalfSignInByPasskey(
  ctx: Context,
  _: Identity,
  input: Input,
): Promise<Output> {
  const { realmId } = input;
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const nowMs = ctx.now();
  const tokenHash = keyHash(input.token);
  const given = { tokenHash, now: new Date(nowMs), maxWrongCodes };
  const { sealedFollowUp, userId } = checkedHalf(await findHalfSignIn(ctx.db, realmId, given));
  const followUp = checkedHalf(await ctx.signIns.texts.open(sealedFollowUp, followUpForm));
  const use = await verifyUse(ctx, realm, { ...input, half: { userId, tokenHash } });
  const outcome = await changeOwn(ctx, { realm, userId }, async ({ tx }) => {
    // Two answers may be given at the same time, or too many.
    checkedHalf(await findHalfSignIn(tx, realmId, given));
    const taken = await takePasskey(tx, use, nowMs);
    if (taken === "right") await deleteHalfSignIn(tx, realmId, tokenHash);
    else await countWrongCode(tx, realmId, tokenHash);
    return taken;
  });
  const succeeded = outcome === "right";
  await noteSignIn(ctx, { realmId, userId, method: "second_factor", succeeded });
  checkPasskey(outcome);
  const account = await loadAccount(ctx.db, realmId, userId);
  return finishSignIn(ctx, realm, { account, followUp, browser: input });
}
