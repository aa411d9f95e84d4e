import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import {
  appBlock,
  appSecret,
  type CodeOutcome,
  findStep,
  isAppCode,
  normaliseCode,
  recoveryHash,
} from "../../policies/second-factors/second-factors.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import {
  findApp,
  takeRecoveryCode,
  updateApp,
} from "../../queries/second-factors/second-factors.ts";

/** A code that somebody gives, with what it is compared with. */
export interface OpenedCode {
  readonly code: string;
  /** Sealed secret of the app as it was, and what it holds; null when there is no app. */
  readonly opened: { readonly sealedSecret: string; readonly secret: string } | null;
}

/** Opens the secret of the account's app, which is not done within a transaction, for `takeCode`. */
export async function openCode(ctx: Context, own: AccountRef, code: string): Promise<OpenedCode> {
  const app = await findApp(ctx.db, own);
  const held = app && (await ctx.signIns.texts.open(app.sealedSecret, appSecret));
  const opened = app && held && { sealedSecret: app.sealedSecret, secret: held.appSecret };
  return { code: normaliseCode(code), opened };
}

/**
 * Takes a code of the account's app or a recovery code, each once. The transaction has the account's lock, and must be
 * committed also when the code is wrong, because wrong ones are counted.
 */
export async function takeCode(
  tx: Transaction,
  own: AccountRef,
  { code, nowMs, opened }: OpenedCode & { readonly nowMs: number },
): Promise<CodeOutcome> {
  if (!isAppCode(code))
    return (await takeRecoveryCode(tx, own, recoveryHash(code))) ? "right" : "wrong";
  const app = await findApp(tx, own);
  if (app === null || app.sealedSecret !== opened?.sealedSecret) return "wrong";
  if ((app.blockedUntil?.getTime() ?? 0) > nowMs) return "blocked";
  const { lastStep } = app;
  const step = findStep({ code, lastStep, nowMs, secret: opened.secret });
  const wrongCodes = step === null ? app.wrongCodes + 1 : 0;
  const isBlocked = wrongCodes >= appBlock.wrongCodes;
  const blockedUntil = isBlocked ? new Date(nowMs + appBlock.ms) : null;
  await updateApp(tx, own, { lastStep: step ?? lastStep, wrongCodes, blockedUntil });
  return step === null ? "wrong" : "right";
}
