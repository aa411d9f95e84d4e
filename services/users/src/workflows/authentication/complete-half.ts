import type { completeHalfSignIn } from "@team-chat/contract";
import type { Transaction } from "@team-chat/pg";
import type { z } from "zod";

import type { Context } from "../../context.ts";
import { keyHash } from "../../policies/authentication/api-keys.ts";
import { checkRealmOpen } from "../../policies/authentication/login.ts";
import {
  checkedHalf,
  followUp,
  maxWrongCodes,
} from "../../policies/second-factors/second-factors.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import { loadAccount } from "../../queries/accounts/accounts.ts";
import { loadRealm, type RealmRow } from "../../queries/organization/realms.ts";
import {
  countWrongCode,
  deleteHalfSignIn,
  findHalfSignIn,
} from "../../queries/second-factors/half-sign-ins.ts";
import { changeOwn } from "../change-own.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { noteSignIn } from "./note-sign-in.ts";

type Input = Omit<z.output<typeof completeHalfSignIn.input>, "code">;

/** Half sign-in whose second factor is given. */
interface Half {
  readonly realm: RealmRow;
  readonly own: AccountRef;
  readonly tokenHash: Buffer;
}

/** Way to give the second factor. */
interface Factor<Given, Outcome extends string> {
  /** Does what is not to be done within a transaction. */
  readonly prepare: (half: Half) => Promise<Given>;
  /** Takes what was given, once. The transaction has the account's lock, and is committed whatever the outcome. */
  readonly take: (tx: Transaction, own: AccountRef, given: Given) => Promise<Outcome | "right">;
  /** @throws AUTHENTICATION_FAILED unless it was right */
  readonly check: (outcome: Outcome | "right") => void;
}

/**
 * Signs in whoever gives the second factor that was lacking (docs/behaviour/second-factors.md#logging-in).
 * @throws AUTHENTICATION_FAILED, REALM_DEACTIVATED
 */
export async function completeHalf<Given, Outcome extends string>(
  ctx: Context,
  input: Input,
  { check, prepare, take }: Factor<Given, Outcome>,
): ReturnType<typeof finishSignIn> {
  const { realmId } = input;
  const realm = await loadRealm(ctx.db, realmId);
  checkRealmOpen(realm);
  const tokenHash = keyHash(input.token);
  const asked = { tokenHash, now: new Date(ctx.now()), maxWrongCodes };
  const { sealedFollowUp, userId } = checkedHalf(await findHalfSignIn(ctx.db, realmId, asked));
  const following = checkedHalf(await ctx.signIns.texts.open(sealedFollowUp, followUp));
  const given = await prepare({ realm, own: { realmId, userId }, tokenHash });
  const outcome = await changeOwn(ctx, { realm, userId }, async ({ own, tx }) => {
    // Two may be given at the same time, or too many.
    checkedHalf(await findHalfSignIn(tx, realmId, asked));
    const taken = await take(tx, own, given);
    if (taken === "right") await deleteHalfSignIn(tx, realmId, tokenHash);
    else await countWrongCode(tx, realmId, tokenHash);
    return taken;
  });
  const succeeded = outcome === "right";
  await noteSignIn(ctx, { realmId, userId, method: "second_factor", succeeded });
  check(outcome);
  const account = await loadAccount(ctx.db, realmId, userId);
  return finishSignIn(ctx, realm, { account, followUp: following, browser: input });
}
