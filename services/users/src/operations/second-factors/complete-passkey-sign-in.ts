import type { completePasskeySignIn as contract } from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { checkAccountActive, checkRealmOpen } from "../../policies/authentication/login.ts";
import { takesPasswords } from "../../policies/authentication/methods.ts";
import {
  checkNoDirectory,
  checkPasskey,
  checkPasskeysAlone,
  followUpOf,
  passkeyRefused,
} from "../../policies/second-factors/passkeys.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm } from "../../queries/organization/realms.ts";
import { completeSettings } from "../../values/realm-settings.ts";
import { finishSignIn } from "../../workflows/authentication/finish-sign-in.ts";
import { hasDirectoryPassword } from "../../workflows/authentication/has-directory-password.ts";
import { noteSignIn } from "../../workflows/authentication/note-sign-in.ts";
import { changeOwn } from "../../workflows/change-own.ts";
import { takePasskey, verifyUse } from "../../workflows/second-factors/take-passkey.ts";

type Input = z.output<typeof contract.input>;
type Output = z.input<typeof contract.output>;

/** Signs in whoever uses a passkey and nothing else (docs/behaviour/second-factors.md#signing-in-with-a-passkey). */
export async function completePasskeySignIn(
  ctx: Context,
  _: Identity,
  input: Input,
): Promise<Output> {
  const { realmId } = input;
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  checkPasskeysAlone(takesPasswords(completeSettings(realm.settings)));
  const tried = { realmId, method: "passkey" } as const;
  const use = await verifyUse(ctx, realm, { ...input, half: null });
  if (typeof use === "string") {
    await noteSignIn(ctx, { ...tried, userId: null, succeeded: false });
    throw passkeyRefused(use);
  }
  const { userId } = use.own;
  const account = await loadAccount(ctx.db, realmId, userId);
  checkAccountActive(account);
  checkNoDirectory(await hasDirectoryPassword(ctx.db, realm, userId));
  const outcome = await changeOwn(ctx, { realm, userId }, ({ tx }) =>
    takePasskey(tx, use, ctx.now()),
  );
  await noteSignIn(ctx, { ...tried, userId, succeeded: outcome === "right" });
  checkPasskey(outcome);
  const followUp = followUpOf(use.challenge);
  return finishSignIn(ctx, realm, { account, followUp, browser: input });
}
