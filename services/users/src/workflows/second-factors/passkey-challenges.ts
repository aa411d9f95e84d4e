import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import {
  challengeHash,
  challengeMs,
  isFor,
  type PasskeyChallenge,
  passkeyChallenge,
} from "../../policies/second-factors/passkeys.ts";
import { insertUsedChallenge } from "../../queries/second-factors/passkeys.ts";

/** Purpose of a challenge, with what belongs to it. */
type Purpose = PasskeyChallenge extends infer Each
  ? Each extends PasskeyChallenge
    ? Omit<Each, "challenge" | "expiresAt">
    : never
  : never;

/** Seals what belongs to a challenge, for the page that asks a device; nothing is kept of it. */
export async function offerOf(
  ctx: Context,
  options: { readonly challenge: string },
  purpose: Purpose,
): Promise<{ readonly options: string; readonly sealedChallenge: string }> {
  const made = { challenge: options.challenge, expiresAt: ctx.now() + challengeMs };
  const sealedChallenge = await ctx.signIns.texts.seal({ ...purpose, ...made });
  return { options: JSON.stringify(options), sealedChallenge };
}

/** Opens a challenge that comes back with an answer; null unless it was made for this, a short time ago. */
export async function openChallenge(
  ctx: Context,
  sealed: string,
  expected: Omit<Parameters<typeof isFor>[1], "nowMs">,
): Promise<PasskeyChallenge | null> {
  const opened = await ctx.signIns.texts.open(sealed, passkeyChallenge);
  return isFor(opened, { ...expected, nowMs: ctx.now() }) ? opened : null;
}

/** Takes a challenge, so that no other answer to it is good; false when one was given before. */
export function takeChallenge(
  tx: Transaction,
  challenge: PasskeyChallenge,
  nowMs: number,
): Promise<boolean> {
  return insertUsedChallenge(tx, challenge.realmId, {
    hash: challengeHash(challenge),
    now: new Date(nowMs),
    expiresAt: new Date(challenge.expiresAt),
  });
}
