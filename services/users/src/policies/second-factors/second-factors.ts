import { createHash, randomBytes } from "node:crypto";

import { AppError } from "@team-chat/errors";
import { generateSecret, generateURI, verifySync } from "otplib";
import { z } from "zod";

import { samlSession } from "../../values/saml-settings.ts";

/** Longest time between the password and the second factor (docs/behaviour/second-factors.md#logging-in). */
export const halfSignInMs = 10 * 60 * 1000;

/** Wrong codes after which a half sign-in ends. */
export const maxWrongCodes = 5;

/** Half sign-ins of one account that may be under way; with a further one the oldest ends. */
export const maxHalfSignIns = 10;

/** Wrong codes in a row after which codes of an app are not looked at for a while, and that while. */
export const appBlock = { wrongCodes: 10, ms: 3600 * 1000 } as const;

/** Time for which a page with the secret of a new app works. */
export const offerMs = 3600 * 1000;

/** Time after a sign-in in which people without a password may change their second factors. */
const recentMs = 15 * 60 * 1000;

/** Form of the secret of an app as it is sealed. */
export const appSecret = z.object({ appSecret: z.string() });

/** Form of what a page carries from showing a secret to confirming it. */
export const appOffer = z.object({
  offeredTo: z.object({ realmId: z.number(), userId: z.number() }),
  secret: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});

/** Form of what follows a sign-in. */
export const followUp = z.object({
  /** Path that a browser is led to. */
  next: z.string(),
  /** One-time pad of an app; null in a browser. */
  mobileOtp: z.string().nullable(),
  /** Key with which a desktop app reads its token; null for none. */
  desktopOtp: z.string().nullable(),
  /** Session at a provider that can end ours; null for none, and in what the release before has sealed. */
  samlSession: samlSession.nullable().default(null),
});

export type FollowUp = z.output<typeof followUp>;

/** Makes the secret of a new app. */
export function newAppSecret(): string {
  return generateSecret();
}

/** Returns what the QR code of an app's secret says. */
export function appUrl(secret: string, { email, name }: { email: string; name: string }): string {
  return generateURI({ issuer: name, label: email, secret });
}

const appCodeForm = /^\d{6}$/;

/** Returns a code as it is compared: people type spaces and hyphens as they like. */
export function normaliseCode(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toLowerCase();
}

/** Tells whether a code has the form of those that apps make; all others may be recovery codes. */
export function isAppCode(code: string): boolean {
  return appCodeForm.test(code);
}

interface Given {
  readonly secret: string;
  readonly code: string;
  /** Steps up to this one are refused; undefined for none. */
  readonly lastStep?: number;
  readonly nowMs: number;
}

/**
 * Finds the step of time, 30 seconds each, that a code of an app is of: the current one or one beside it, and none that
 * was used (RFC 6238). Null when the code is wrong.
 */
export function findStep({ code, lastStep, nowMs, secret }: Given): number | null {
  if (!isAppCode(code)) return null;
  const checked = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1000),
    epochTolerance: 30,
    ...(lastStep === undefined ? {} : { afterTimeStep: lastStep }),
  });
  return checked.valid && "timeStep" in checked ? checked.timeStep : null;
}

/** Without those that look like another one; 32, so that each byte is as likely. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";
const codeLength = 16;
const codeCount = 10;

/** Makes recovery codes, of 80 bits each: nobody finds one by its hash. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: codeCount }, () => {
    const code = [...randomBytes(codeLength)].map((byte) => letters[byte % letters.length]);
    return (code.join("").match(/.{4}/g) ?? []).join("-");
  });
}

/** Hashes a recovery code as it is looked up. */
export function recoveryHash(code: string): Buffer {
  return createHash("sha256").update(normaliseCode(code)).digest();
}

/** @throws AUTHENTICATION_FAILED unless there is such a sign-in */
export function checkedHalf<T>(half: T | null): T {
  if (half !== null) return half;
  const text = "The sign-in took too long, or too many codes were wrong. Log in again";
  throw new AppError("AUTHENTICATION_FAILED", text);
}

const wrongCode = "This code is wrong, or was used already";

/** Outcome of a try to give a code. */
export type CodeOutcome = "right" | "wrong" | "blocked";

/** @throws AUTHENTICATION_FAILED unless the code was right */
export function checkCode(outcome: CodeOutcome): void {
  if (outcome === "wrong") throw new AppError("AUTHENTICATION_FAILED", wrongCode);
  if (outcome === "blocked") {
    const text = "Too many codes were wrong: give a recovery code, or try again in an hour";
    throw new AppError("AUTHENTICATION_FAILED", text);
  }
}

/** @throws AUTHENTICATION_FAILED when there is no such step */
export function checkedStep(step: number | null): number {
  if (step === null) throw new AppError("AUTHENTICATION_FAILED", wrongCode);
  return step;
}

/** Refuses a key to whoever has given a password alone; `site` is where a browser logs in. */
export function secondFactorRequired(site: string): AppError {
  const text = `This account has a second factor: give its code as well (second_factor), or log in at ${site}/login, where the settings show the API key`;
  return new AppError("SECOND_FACTOR_REQUIRED", text);
}

/** Tells whether a session was begun a short time ago. */
export function isRecent(createdAt: Date, nowMs: number): boolean {
  return nowMs - createdAt.getTime() < recentMs;
}

/** @throws AUTHENTICATION_FAILED */
export function checkConfirmed(isConfirmed: boolean, by: "password" | "recent_sign_in"): void {
  if (isConfirmed) return;
  const text =
    by === "password" ? "The password is wrong" : "Log out, sign in again, and come back";
  throw new AppError("AUTHENTICATION_FAILED", text);
}

/** @throws BAD_REQUEST when a page was shown to somebody else, or too long ago */
export function checkedOffer(
  offer: z.output<typeof appOffer> | null,
  { nowMs, realmId, userId }: { realmId: number; userId: number; nowMs: number },
): string {
  const isOwn = offer?.offeredTo.realmId === realmId && offer.offeredTo.userId === userId;
  if (offer !== null && isOwn && offer.expiresAt > nowMs) return offer.secret;
  throw new AppError("BAD_REQUEST", "This page is too old. Begin again.");
}

/** @throws BAD_REQUEST */
export function checkNoApp(app: object | null): void {
  if (app !== null)
    throw new AppError("BAD_REQUEST", "There is an authenticator app already. Remove it first.");
}

/** @throws BAD_REQUEST */
export function checkFactorFound(found: boolean): void {
  if (!found) throw new AppError("BAD_REQUEST", "There is no such second factor.");
}
