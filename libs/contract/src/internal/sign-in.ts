import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";
import { personLanguage, signedIn } from "./second-factors.ts";

export const listSampleMails = internalOperation({
  name: "listSampleMails",
  owner: "users",
  input: z.object({ realmId: z.int() }),
  output: z.object({
    mails: z.array(
      z.object({
        kind: z.string(),
        /** Left out by the release before. */
        language: z.string().default("en"),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
      }),
    ),
  }),
  doc: "An e-mail of each kind, in each language, as the organization sends it, with made-up people, for looking at them in development mode.",
});

const token = z.string().max(200);

export const requestPasswordReset = internalOperation({
  name: "requestPasswordReset",
  owner: "users",
  input: z.object({ realmId: z.int(), email: z.string().max(320) }),
  output: z.object({}),
  doc: "Has a link to set a password sent to an address, if there is an active account with it; does not say so, nor take longer. PASSWORD_AUTH_DISABLED, REALM_DEACTIVATED.",
});

export const requestOrganizationList = internalOperation({
  name: "requestOrganizationList",
  owner: "users",
  input: z.object({ email: z.string().max(320) }),
  output: z.object({}),
  doc: "Has a list of the organizations in which an address has an active account sent to it, if there are any; does not say so, nor take longer.",
});

export const checkPasswordReset = internalOperation({
  name: "checkPasswordReset",
  owner: "users",
  input: z.object({ realmId: z.int(), token }),
  output: z.object({ email: z.string(), language: personLanguage }),
  doc: "Whose password a link sets. BAD_REQUEST when it does not work any more.",
});

export const resetPassword = internalOperation({
  name: "resetPassword",
  owner: "users",
  input: z.object({ realmId: z.int(), token, password: z.string() }),
  output: z.object({ email: z.string() }),
  doc: "Sets the password of the account that a link is for, ends its sessions and all its links. BAD_REQUEST when the link does not work any more or the password is too weak.",
});

export const createResetLink = internalOperation({
  name: "createResetLink",
  owner: "users",
  input: z.object({ subdomain: z.string(), email: z.string() }),
  output: z.object({ url: z.string() }),
  doc: "A link with which somebody sets a password, for the operator to hand over. BAD_REQUEST when there is no such active account of a person, or the organization takes no passwords.",
});

export const beginSignIn = internalOperation({
  name: "beginSignIn",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    providerId: z.string(),
    /** Path that follows. */
    next: z.string().max(1000),
    /** One-time pad with which an app wants its key; null in a browser. */
    mobileOtp: z.string().nullable(),
    /** Key with which a desktop app reads what logs it in; null for none. */
    desktopOtp: z.string().nullable().default(null),
  }),
  output: z.object({
    /** Address at the provider, where the browser goes. */
    url: z.string(),
    /** Brought back by the browser, which cannot read it. */
    sealedState: z.string(),
  }),
  doc: "Begins to sign somebody in with an identity provider. NOT_FOUND when the organization has none of the id; BAD_REQUEST for a wrong pad; SERVICE_UNAVAILABLE while the provider does not answer.",
});

export const completeSignIn = internalOperation({
  name: "completeSignIn",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    providerId: z.string(),
    sealedState: z.string().max(4000),
    /** Query that the provider added to the address that it sent the browser back to. */
    query: z.string().max(8000),
    /** The header `User-Agent`. */
    client: z.string(),
    address: z.string(),
  }),
  output: z.discriminatedUnion("kind", [
    ...signedIn,
    /** The second factor is lacking; the token is that of the half sign-in. */
    z.object({ kind: z.literal("half"), token: z.string() }),
  ]),
  doc: "Signs in whoever comes back from an identity provider: with a session, for an app with an address that gives it the key, or for a desktop app with a token that only it can read. AUTHENTICATION_FAILED and other refusals say why not.",
});

export const redeemLogInToken = internalOperation({
  name: "redeemLogInToken",
  owner: "users",
  input: z.object({
    realmId: z.int(),
    token,
    /** The header `User-Agent`. */
    client: z.string(),
    address: z.string(),
  }),
  output: z.object({ token: z.string(), next: z.string() }),
  doc: "Begins a session of whoever a desktop app's token is for, once. AUTHENTICATION_FAILED when it does not work any more, and other refusals of accounts.",
});
