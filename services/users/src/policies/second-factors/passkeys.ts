import { createHash } from "node:crypto";

import { badCharacterIn } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { z } from "zod";

import { type FollowUp, followUp } from "./second-factors.ts";

/** Passkeys that an account may have (docs/behaviour/second-factors.md#passkeys). */
const maxPasskeys = 10;

/** Longest time between showing a challenge and the answer of a device. */
export const challengeMs = 10 * 60 * 1000;

const maxNameCharacters = 50;

const begun = {
  realmId: z.number(),
  challenge: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
};

/** Form of what a page carries while a device is asked, by what it is asked for. */
export const passkeyChallenge = z.discriminatedUnion("purpose", [
  z.object({ ...begun, purpose: z.literal("add"), madeFor: z.string(), name: z.string() }),
  z.object({ ...begun, purpose: z.literal("second factor"), madeFor: z.string() }),
  z.object({ ...begun, purpose: z.literal("sign-in"), followUp }),
]);

export type PasskeyChallenge = z.output<typeof passkeyChallenge>;

interface Expected {
  readonly realmId: number;
  readonly purpose: PasskeyChallenge["purpose"];
  /** Hash of the token of the session or half sign-in; undefined when nobody is known yet. */
  readonly madeFor?: string;
  readonly nowMs: number;
}

/** Tells whether a challenge was made for this, and a short time ago. */
export function isFor(
  given: PasskeyChallenge | null,
  { madeFor, nowMs, purpose, realmId }: Expected,
): given is PasskeyChallenge {
  if (given === null || given.realmId !== realmId || given.purpose !== purpose) return false;
  const isOwn = given.purpose === "sign-in" || given.madeFor === madeFor;
  return isOwn && given.expiresAt > nowMs;
}

/** Hashes a challenge as it is noted once it was answered. */
export function challengeHash({ challenge }: PasskeyChallenge): Buffer {
  return createHash("sha256").update(challenge).digest();
}

/** Name of an account for devices, which show it to nobody; no address is in it, nor anything that changes. */
export function accountHandle({ realmId, userId }: { realmId: number; userId: number }): Buffer {
  return Buffer.from(`${realmId}.${userId}`);
}

/** Why a passkey gets nobody in. */
export type PasskeyRefusal = "stale" | "unknown" | "unverified" | "copied";

const refusals: Readonly<Record<PasskeyRefusal, string>> = {
  stale: "This took too long, or was used already. Try again",
  unknown: "This passkey is not known here. Use another one",
  unverified: "This passkey could not be verified. Try again",
  copied:
    "Somebody may have copied this passkey, so it is refused. Use another way in, remove it, and tell an administrator",
};

/** Refuses a passkey. */
export function passkeyRefused(why: PasskeyRefusal): AppError {
  return new AppError("AUTHENTICATION_FAILED", refusals[why]);
}

/** Checks that a passkey gets somebody in. @throws AUTHENTICATION_FAILED */
export function checkPasskey(outcome: "right" | PasskeyRefusal): void {
  if (outcome !== "right") throw passkeyRefused(outcome);
}

/**
 * Tells whether a device counts its uses and has not gone on: then somebody else may have used a copy of its key, or
 * this is the copy.
 */
export function mayBeCopied(counted: number, before: number): boolean {
  return (counted > 0 || before > 0) && counted <= before;
}

/** Returns what follows a sign-in that was begun without knowing whose it is. */
export function followUpOf(challenge: PasskeyChallenge): FollowUp {
  if (challenge.purpose !== "sign-in") throw new TypeError("Another purpose has no follow-up.");
  return challenge.followUp;
}

/** Returns the name of a passkey without surrounding blanks. @throws BAD_REQUEST */
export function checkedPasskeyName(given: string): string {
  const name = given.trim();
  if (name === "") throw new AppError("BAD_REQUEST", "Give the passkey a name.");
  if ([...name].length > maxNameCharacters)
    throw new AppError(
      "BAD_REQUEST",
      `The name is too long: at most ${maxNameCharacters} characters.`,
    );
  if (badCharacterIn(name) !== null)
    throw new AppError("BAD_REQUEST", "The name has characters that are not allowed.");
  return name;
}

/** Checks that no other passkey of the account has a name, in any case. @throws BAD_REQUEST */
export function checkPasskeyNameFree(name: string, others: readonly { readonly name: string }[]) {
  const wanted = name.toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === wanted))
    throw new AppError("BAD_REQUEST", "Another of your passkeys has this name.");
}

/** Checks that an account may have a further passkey. @throws BAD_REQUEST */
export function checkPasskeyRoom(count: number): void {
  if (count >= maxPasskeys)
    throw new AppError(
      "BAD_REQUEST",
      `You have ${maxPasskeys} passkeys already. Remove one first.`,
    );
}

/** Checks that nobody here has the passkey yet. @throws BAD_REQUEST */
export function checkPasskeyNew(isNew: boolean): void {
  if (!isNew) throw new AppError("BAD_REQUEST", "This passkey was added already.");
}

/**
 * Checks that a passkey alone gets people into the organization. It stands for the password, and so goes with it: where
 * single sign-on is required it is no way around that.
 * @throws PASSWORD_AUTH_DISABLED
 */
export function checkPasskeysAlone(takesPasswords: boolean): void {
  if (takesPasswords) return;
  const text = "Signing in with nothing but a passkey is disabled in this organization";
  throw new AppError("PASSWORD_AUTH_DISABLED", text);
}

/** Checks that no directory decides whether somebody gets in. @throws AUTHENTICATION_FAILED */
export function checkNoDirectory(isOfDirectory: boolean): void {
  if (!isOfDirectory) return;
  const text = "Log in with the password of your directory: your passkey is asked for after it";
  throw new AppError("AUTHENTICATION_FAILED", text);
}
