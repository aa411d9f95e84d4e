import { createCipheriv, randomBytes } from "node:crypto";

import { AppError } from "@team-chat/errors";
import { z } from "zod";

import { signInProof } from "../../domain/sign-in/openid-connect.ts";
import { isEmailAddress } from "../accounts/names.ts";

/** Longest time between the beginning of a sign-in and its end (docs/behaviour/single-sign-on.md#signing-in). */
export const signInMs = 15 * 60 * 1000;

const begunSignIn = z.object({
  realmId: z.number(),
  providerId: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** Path that follows. */
  next: z.string(),
  /** One-time pad of an app; null in a browser. */
  mobileOtp: z.string().nullable(),
  /** Key with which a desktop app reads its token; null for none, and in what the release before has sealed. */
  desktopOtp: z.string().nullable().default(null),
});

/** Form of what is carried from the beginning of a sign-in to its end. */
export const signInState = begunSignIn.extend({ proof: signInProof });

export type SignInState = z.output<typeof signInState>;

/** Form of what is carried from the beginning of a sign-in with SAML to its end. */
export const samlSignInState = begunSignIn.extend({
  /** Id of the request that the response must answer. */
  requestId: z.string(),
});

export type SamlSignInState = z.output<typeof samlSignInState>;

interface Here {
  readonly realmId: number;
  readonly providerId: string;
  readonly nowMs: number;
  /** Request that was answered; undefined where requests have no ids. */
  readonly requestId?: string;
}

/** @throws AUTHENTICATION_FAILED unless this very sign-in was begun a short time ago */
export function checkedSignIn<State extends z.output<typeof begunSignIn>>(
  state: (State & { readonly requestId?: string }) | null,
  { nowMs, providerId, realmId, requestId }: Here,
): State {
  const isThis =
    state !== null &&
    state.realmId === realmId &&
    state.providerId === providerId &&
    state.requestId === requestId &&
    state.expiresAt > nowMs;
  if (isThis) return state;
  const text = "The sign-in took too long, or was begun in another browser. Try again";
  throw new AppError("AUTHENTICATION_FAILED", text);
}

/** @throws NOT_FOUND when the organization has no such provider */
export function checkedProvider<T>(provider: T | undefined): T {
  if (provider === undefined) throw new AppError("NOT_FOUND", "There is no such identity provider");
  return provider;
}

/** @throws BAD_REQUEST unless it is 64 hexadecimal digits, or none */
export function checkedOtp(otp: string | null): string | null {
  if (otp === null || /^[0-9a-f]{64}$/i.test(otp)) return otp;
  throw new AppError("BAD_REQUEST", "Invalid OTP");
}

/** Time for which a token logs in a desktop app (docs/behaviour/single-sign-on.md#apps). */
export const logInTokenMs = 5 * 60 * 1000;

/** @throws AUTHENTICATION_FAILED when there is no such token */
export function checkedToken<T>(taken: T | null): T {
  if (taken !== null) return taken;
  const text = "This code was used, or is too old. Sign in again";
  throw new AppError("AUTHENTICATION_FAILED", text);
}

interface Vouched {
  readonly email?: string | undefined;
  readonly email_verified?: boolean | undefined;
}

/**
 * Returns the address that a provider vouches for.
 * @throws AUTHENTICATION_FAILED when it names none, or not as one that was verified
 */
export function verifiedEmail(claims: Vouched, trustsEmails: boolean): string {
  const email = claims.email?.trim() ?? "";
  if (!isEmailAddress(email))
    throw new AppError("AUTHENTICATION_FAILED", "The identity provider does not tell your address");
  if (claims.email_verified !== true && !(trustsEmails && claims.email_verified === undefined))
    throw new AppError("AUTHENTICATION_FAILED", "Your address is not verified there");
  return email;
}

/** Returns what an app decrypts with the pad that it made: the key, exclusive-or the pad, in hexadecimal digits. */
export function padKey(apiKey: string, otp: string): string {
  const pad = Buffer.from(otp, "hex");
  const padded = Buffer.from(apiKey, "latin1").map((byte, at) => byte ^ (pad[at] ?? 0));
  return Buffer.from(padded).toString("hex");
}

const nonceBytes = 12;

/**
 * Encrypts a token for the desktop app that made the key up: nonce, ciphertext and tag of AES-256-GCM, in hexadecimal
 * digits.
 */
export function sealForDesktop(token: string, otp: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(otp, "hex"), nonce);
  const sealed = [nonce, cipher.update(token, "utf8"), cipher.final()];
  return Buffer.concat([...sealed, cipher.getAuthTag()]).toString("hex");
}
