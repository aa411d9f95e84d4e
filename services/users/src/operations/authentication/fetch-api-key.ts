import type { fetchApiKey as contract, InputOf, OutputOf } from "@team-chat/contract";
import type { Anonymous } from "@team-chat/http";
import type { RealmRef } from "@team-chat/identity";

import type { Context } from "../../context.ts";
import { checkedRealm } from "../../policies/authentication/login.ts";
import { checkCode, secondFactorRequired } from "../../policies/second-factors/second-factors.ts";
import { loadApiKey } from "../../queries/authentication/credentials.ts";
import { hasSecondFactor } from "../../queries/second-factors/second-factors.ts";
import { loadPasswordAccount } from "../../workflows/authentication/load-password-account.ts";
import { noteSignIn } from "../../workflows/authentication/note-sign-in.ts";
import { changeOwn } from "../../workflows/change-own.ts";
import { openCode, takeCode } from "../../workflows/second-factors/take-code.ts";

type Input = InputOf<typeof contract>;
type Output = OutputOf<typeof contract>;

/** Fetches the key of the account whose address and password are given (docs/behaviour/api.md#obtaining-a-key). */
export async function fetchApiKey(ctx: Context, caller: Anonymous, input: Input): Promise<Output> {
  const realm = checkedRealm(caller.realm);
  const realmId = realm.id;
  const { account, method } = await loadPasswordAccount(ctx, realmId, input);
  const { deliveryEmail, userId } = account;
  if (await hasSecondFactor(ctx.db, { realmId, userId }))
    await takeSecondFactor(ctx, { realm, userId, code: input.second_factor });
  await noteSignIn(ctx, { realmId, userId, method, succeeded: true });
  const api_key = await loadApiKey(ctx.db, { realmId, userId });
  return { api_key, email: deliveryEmail, user_id: userId };
}

/** @throws SECOND_FACTOR_REQUIRED when none is given; AUTHENTICATION_FAILED when it is wrong */
async function takeSecondFactor(
  ctx: Context,
  { code, realm, userId }: { readonly realm: RealmRef; readonly userId: number; code: string },
): Promise<void> {
  if (code === "") throw secondFactorRequired(realm.url);
  const opened = await openCode(ctx, { realmId: realm.id, userId }, code);
  const outcome = await changeOwn(ctx, { realm, userId }, ({ own, tx }) =>
    takeCode(tx, own, { ...opened, nowMs: ctx.now() }),
  );
  if (outcome !== "right")
    await noteSignIn(ctx, { realmId: realm.id, userId, method: "second_factor", succeeded: false });
  checkCode(outcome);
}
