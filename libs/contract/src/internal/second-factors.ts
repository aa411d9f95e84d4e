import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";

const token = z.string().max(200);

/** Code of an app or recovery code, as somebody has typed it. */
const code = z.string().max(100);

/** The person's `default_language`; left out by the release before. */
export const personLanguage = z.string().optional();

/** Ends of a sign-in with a browser. */
export const signedIn = [
  z.object({
    kind: z.literal("session"),
    token: z.string(),
    next: z.string(),
    /** True if a second factor is required that is not set up. */
    lacksFactor: z.boolean().default(false),
  }),
  z.object({ kind: z.literal("app"), url: z.string() }),
  z.object({ kind: z.literal("desktop"), sealedToken: z.string(), language: personLanguage }),
] as const;

export const checkHalfSignIn = internalOperation({
  name: "checkHalfSignIn",
  owner: "users",
  input: z.object({ realmId: z.int(), token }),
  output: z.object({
    userId: z.int(),
    email: z.string(),
    language: personLanguage,
    /** True if the account has an authenticator app; left out by the release before, which knew nothing else. */
    hasApp: z.boolean().default(true),
    /** Argument of the browser's function for passkeys; null where there are none for this address. */
    passkey: z
      .object({ options: z.string(), sealedChallenge: z.string() })
      .nullable()
      .default(null),
    /** Other addresses for which there are passkeys, when there are none for this one. */
    passkeyHosts: z.array(z.string()).default([]),
  }),
  doc: "Whose sign-in lacks the second factor. AUTHENTICATION_FAILED when it has expired, or too many codes were wrong.",
});

export const completeHalfSignIn = internalOperation({
  name: "completeHalfSignIn",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    token,
    code,
    /** The header `User-Agent`. */
    client: z.string(),
    address: z.string(),
  }),
  output: z.discriminatedUnion("kind", signedIn),
  doc: "Signs in whoever gives the second factor that was lacking. AUTHENTICATION_FAILED when the code is wrong or was used, or the sign-in has expired.",
});

/** The session of whoever looks at or changes their second factors. */
const ofSession = { realmId: z.int(), token };

/** Password that shows that it is the person and not only the browser; empty where a recent sign-in does. */
const password = z.string().max(1000);

export const getSecondFactors = internalOperation({
  name: "getSecondFactors",
  owner: "users",
  input: z.object(ofSession),
  output: z.object({
    userId: z.int(),
    email: z.string(),
    language: personLanguage,
    /** By what a change is confirmed. */
    confirmedBy: z.enum(["password", "recent_sign_in"]),
    /** False when there is no password to ask for, and the person has to sign in again. */
    mayChange: z.boolean(),
    /** UNIX seconds; null without an app. */
    appSince: z.int().nullable(),
    /** Oldest first; left out by the release before. */
    passkeys: z
      .array(
        z.object({
          id: z.int(),
          name: z.string(),
          /** UNIX seconds. */
          createdAt: z.int(),
          /** UNIX seconds; null before it gets somebody in. */
          lastUsedAt: z.int().nullable(),
          /** Another address, for which alone it is good; null for this one. */
          otherHost: z.string().nullable(),
          /** True if it also gets the person in who does not say who it is, where the organization takes that. */
          worksAlone: z.boolean(),
        }),
      )
      .default([]),
    recoveryCodes: z.int(),
    /** Until when a second factor must be set up, in UNIX seconds; left out where none is lacking. */
    requiredBy: z.int().optional(),
    isOverdue: z.boolean().default(false),
  }),
  doc: "The second factors of whoever has the session. UNAUTHORIZED when it has ended.",
});

export const offerAuthenticatorApp = internalOperation({
  name: "offerAuthenticatorApp",
  owner: "users",
  input: z.object({
    ...ofSession,
    /** An offer of before, to be shown again; null for a new one. */
    sealedOffer: z.string().max(2000).nullable(),
  }),
  output: z.object({ secret: z.string(), url: z.string(), sealedOffer: z.string() }),
  doc: "A secret for an authenticator app, as text and as the address that its QR code holds. Nothing is kept. BAD_REQUEST when there is an app already.",
});

export const addAuthenticatorApp = internalOperation({
  name: "addAuthenticatorApp",
  owner: "users",
  input: z.object({ ...ofSession, sealedOffer: z.string().max(2000), code, password }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  doc: "Makes the app that was offered a second factor, and returns new recovery codes, which nobody is shown again. AUTHENTICATION_FAILED for a wrong password or code.",
});

export const removeAuthenticatorApp = internalOperation({
  name: "removeAuthenticatorApp",
  owner: "users",
  input: z.object({ ...ofSession, password }),
  output: z.object({}),
  doc: "Ends the authenticator app as a second factor. AUTHENTICATION_FAILED for a wrong password.",
});

export const renewRecoveryCodes = internalOperation({
  name: "renewRecoveryCodes",
  owner: "users",
  input: z.object({ ...ofSession, password }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  doc: "Makes new recovery codes in place of all before. AUTHENTICATION_FAILED for a wrong password.",
});
