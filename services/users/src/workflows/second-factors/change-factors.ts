import type { TextValues } from "@team-chat/html";
import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import { newRecoveryCodes, recoveryHash } from "../../policies/second-factors/second-factors.ts";
import { letterHead } from "../../present/letter-head.ts";
import { type FactorKind, secondFactorLetter } from "../../present/letters.ts";
import { lockAccount } from "../../queries/accounts/account-lock.ts";
import { updateAccount } from "../../queries/accounts/accounts.ts";
import { insertMail } from "../../queries/accounts/mail.ts";
import { deleteHalfSignIns } from "../../queries/second-factors/half-sign-ins.ts";
import {
  deleteRecoveryCodes,
  hasSecondFactor,
  upsertRecoveryCodes,
} from "../../queries/second-factors/second-factors.ts";
import { changeRealm } from "../change-realm.ts";
import type { OwnSession } from "./load-own-session.ts";

/** A change of somebody's second factors, under way. */
export interface FactorChange {
  readonly tx: Transaction;
  /** Writes to the person what was done. */
  readonly tellByMail: (done: FactorKind, values?: TextValues) => Promise<void>;
  /** Gives the person new recovery codes, and returns them. */
  readonly renewCodes: () => Promise<string[]>;
  /** Ends what is of no use without a second factor, if there is none any more. */
  readonly tidy: () => Promise<void>;
}

/** Runs a transaction that changes the second factors of whoever has confirmed it. */
export function changeFactors<T>(
  ctx: Context,
  { account, own, realm }: Pick<OwnSession, "account" | "own" | "realm">,
  work: (change: FactorChange) => Promise<T>,
): Promise<T> {
  const now = new Date(ctx.now());
  const head = letterHead(ctx.sites, realm, account);
  const recipient = account.deliveryEmail;
  const codes = newRecoveryCodes();
  return changeRealm(ctx, realm, async ({ begin, tx }) => {
    // The browser's session, not an identity, says who this is.
    await lockAccount(tx, own);
    return work({
      tx,
      tellByMail: (done, values) =>
        insertMail(tx, realm.id, { recipient, ...secondFactorLetter(head, done, values) }),
      renewCodes: async () => {
        await upsertRecoveryCodes(tx, own, { hashes: codes.map(recoveryHash), now });
        return [...codes];
      },
      tidy: async () => {
        // Where a second factor is required, gateways must not go by what they know of the account.
        const { versions } = await begin({ auth: true });
        await updateAccount(tx, own, { change: {}, versions });
        await deleteHalfSignIns(tx, own);
        if (!(await hasSecondFactor(tx, own))) await deleteRecoveryCodes(tx, own);
      },
    });
  });
}
