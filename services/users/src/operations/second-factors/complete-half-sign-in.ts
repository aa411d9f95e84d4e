import type { completeHalfSignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import {
  checkCode,
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
import { openCode, takeCode } from "../../workflows/second-factors/take-code.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Signs in whoever gives the second factor that was lacking (docs/behaviour/second-factors.md#logging-in). */
export async function completeHalfSignIn(ctx: Context, _: Identity, input: Input): Promise<Output> {
  const { code, realmId, token } = input;
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const nowMs = ctx.now();
  const tokenHash = keyHash(token);
  const given = { tokenHash, now: new Date(nowMs), maxWrongCodes };
  const { sealedFollowUp, userId } = checkedHalf(await findHalfSignIn(ctx.db, realmId, given));
  const followUp = checkedHalf(await ctx.signIns.texts.open(sealedFollowUp, followUpForm));
  const opened = await openCode(ctx, { realmId, userId }, code);
  const outcome = await changeOwn(ctx, { realm, userId }, async ({ own, tx }) => {
    // Two codes may be given at the same time, or too many.
    checkedHalf(await findHalfSignIn(tx, realmId, given));
    const taken = await takeCode(tx, own, { ...opened, nowMs });
    if (taken === "right") await deleteHalfSignIn(tx, realmId, tokenHash);
    else await countWrongCode(tx, realmId, tokenHash);
    return taken;
  });
  const succeeded = outcome === "right";
  await noteSignIn(ctx, { realmId, userId, method: "second_factor", succeeded });
  checkCode(outcome);
  const account = await loadAccount(ctx.db, realmId, userId);
  return finishSignIn(ctx, realm, { account, followUp, browser: input });
}
