import type { Transaction } from "@team-chat/pg";

import type { Context } from "../../context.ts";
import {
  mayBeCopied,
  type PasskeyChallenge,
  type PasskeyRefusal,
} from "../../policies/second-factors/passkeys.ts";
import { parseUse, passkeySite, readUse } from "../../policies/second-factors/verify-passkey.ts";
import type { AccountRef } from "../../queries/accounts/account-lock.ts";
import type { RealmRow } from "../../queries/organization/realms.ts";
import { findPasskey, updatePasskeyUse } from "../../queries/second-factors/passkeys.ts";
import { openChallenge, takeChallenge } from "./passkey-challenges.ts";

/** A use of a passkey whose signature is right. */
export interface VerifiedUse {
  readonly own: AccountRef;
  readonly challenge: PasskeyChallenge;
  readonly credentialId: Buffer;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

interface Given {
  readonly sealedChallenge: string;
  readonly response: string;
  /** Owner of the half sign-in, and the hash of its token; null when a passkey alone is to get somebody in. */
  readonly half: { readonly userId: number; readonly tokenHash: Buffer } | null;
}

/** Finds whose passkey was used and verifies it, which is not done within a transaction, for `takePasskey`. */
export async function verifyUse(
  ctx: Context,
  realm: RealmRow,
  { half, response, sealedChallenge }: Given,
): Promise<VerifiedUse | PasskeyRefusal> {
  const realmId = realm.id;
  const expected =
    half === null
      ? ({ realmId, purpose: "sign-in" } as const)
      : ({ realmId, purpose: "second factor", madeFor: half.tokenHash.toString("hex") } as const);
  const challenge = await openChallenge(ctx, sealedChallenge, expected);
  if (challenge === null) return "stale";
  const given = parseUse(response);
  if (given === null) return "unverified";
  const credentialId = Buffer.from(given.id, "base64url");
  const passkey = await findPasskey(ctx.db, realmId, credentialId);
  if (passkey === null || (half !== null && passkey.userId !== half.userId)) return "unknown";
  const own = { realmId, userId: passkey.userId };
  const site = passkeySite(ctx.sites.urlOf(realm));
  const isAlone = half === null;
  const asked = { given, challenge: challenge.challenge, site, owner: own, isAlone };
  const use = await readUse({ ...asked, publicKey: passkey.publicKey });
  return use === null ? "unverified" : { own, challenge, credentialId, ...use };
}

/** Takes a use of a passkey, once. The transaction has the account's lock. */
export async function takePasskey(
  tx: Transaction,
  use: VerifiedUse | PasskeyRefusal,
  nowMs: number,
): Promise<"right" | PasskeyRefusal> {
  if (typeof use === "string") return use;
  const { challenge, counter, isBackedUp, own } = use;
  // It may have been removed meanwhile, or used by somebody else.
  const passkey = await findPasskey(tx, own.realmId, use.credentialId);
  if (passkey === null || passkey.userId !== own.userId) return "unknown";
  if (!(await takeChallenge(tx, challenge, nowMs))) return "stale";
  if (mayBeCopied(counter, passkey.counter)) return "copied";
  const { passkeyId } = passkey;
  await updatePasskeyUse(tx, own, { passkeyId, counter, isBackedUp, now: new Date(nowMs) });
  return "right";
}
