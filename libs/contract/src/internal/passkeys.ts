import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";
import { signedIn } from "./second-factors.ts";

const token = z.string().max(200);

/** Challenge and what belongs to it, which only the service that made it can read. */
const sealedChallenge = z.string().max(4000);

/** Value that the browser's function for passkeys returned, as JSON. */
const response = z.string().max(12_000);

/** Argument of the browser's function for passkeys, as JSON, and the challenge in it. */
const offer = z.object({ options: z.string(), sealedChallenge: z.string() });

/** The session of whoever changes their passkeys. */
const ofSession = { realmId: z.int(), token };

/** The browser in which somebody signs in. */
const browser = {
  /** The header `User-Agent`. */
  client: z.string(),
  address: z.string(),
};

export const offerPasskey = internalOperation({
  name: "offerPasskey",
  owner: "users",
  input: z.object({ ...ofSession, name: z.string().max(1000), password: z.string().max(1000) }),
  output: offer,
  doc: "Begins to add a passkey. Nothing is kept. AUTHENTICATION_FAILED for a wrong password; BAD_REQUEST for a name that is none or taken, and when there are too many passkeys.",
});

export const addPasskey = internalOperation({
  name: "addPasskey",
  owner: "users",
  input: z.object({ ...ofSession, sealedChallenge, response }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  doc: "Adds the passkey that a device has made, and returns new recovery codes with the first second factor, which nobody is shown again. AUTHENTICATION_FAILED and BAD_REQUEST say why not.",
});

export const renamePasskey = internalOperation({
  name: "renamePasskey",
  owner: "users",
  input: z.object({ ...ofSession, passkeyId: z.int(), name: z.string().max(1000) }),
  output: z.object({}),
  doc: "Gives a passkey another name. BAD_REQUEST for a name that is none or taken, and when it is none of the account.",
});

export const removePasskey = internalOperation({
  name: "removePasskey",
  owner: "users",
  input: z.object({ ...ofSession, passkeyId: z.int(), password: z.string().max(1000) }),
  output: z.object({}),
  doc: "Removes a passkey. AUTHENTICATION_FAILED for a wrong password, BAD_REQUEST when it is none of the account.",
});

export const completeHalfSignInByPasskey = internalOperation({
  name: "completeHalfSignInByPasskey",
  owner: "users",
  input: z.object({ realmId: z.int(), token, sealedChallenge, response, ...browser }),
  output: z.discriminatedUnion("kind", signedIn),
  doc: "Signs in whoever uses a passkey where the second factor was lacking. AUTHENTICATION_FAILED says why not.",
});

export const beginPasskeySignIn = internalOperation({
  name: "beginPasskeySignIn",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    /** Path that follows. */
    next: z.string().max(1000),
    /** One-time pad with which an app wants its key; null in a browser. */
    mobileOtp: z.string().nullable(),
    /** Key with which a desktop app reads what logs it in; null for none. */
    desktopOtp: z.string().nullable(),
  }),
  output: offer,
  doc: "Begins to sign somebody in with nothing but a passkey. Nothing is kept. PASSWORD_AUTH_DISABLED where the organization does not take that; REALM_DEACTIVATED; BAD_REQUEST for a wrong pad.",
});

export const completePasskeySignIn = internalOperation({
  name: "completePasskeySignIn",
  owner: "users",
  input: z.object({ realmId: z.int(), sealedChallenge, response, ...browser }),
  output: z.discriminatedUnion("kind", signedIn),
  doc: "Signs in whoever uses a passkey, without a password and without saying who it is. AUTHENTICATION_FAILED and other refusals say why not.",
});
