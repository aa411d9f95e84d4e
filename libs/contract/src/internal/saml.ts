import { z } from "zod";

import { internalOperation } from "../internal-operation.ts";
import { beginSignIn, completeSignIn } from "./sign-in.ts";

const ofProvider = { realmId: z.int(), providerId: z.string() };

export const beginSamlSignIn = internalOperation({
  name: "beginSamlSignIn",
  owner: "users",
  input: beginSignIn.input,
  output: beginSignIn.output,
  doc: "Begins to sign somebody in with a provider that speaks SAML. NOT_FOUND when the organization has none of the id; BAD_REQUEST for a wrong pad.",
});

export const receiveSamlResponse = internalOperation({
  name: "receiveSamlResponse",
  owner: "users",
  input: z.object({
    ...ofProvider,
    /** Response of the provider in base64, as a page of its has the browser send it. */
    response: z.string().max(300_000),
    /** Path that follows for whoever comes without having begun here. */
    relayState: z.string(),
  }),
  output: z.object({ token: z.string() }),
  doc: "Checks what a provider says in SAML of somebody, and keeps it for a moment: the token is for the browser, which takes no cookies to us with a foreign form. AUTHENTICATION_FAILED when any of it is not right, or it came before.",
});

export const completeSamlSignIn = internalOperation({
  name: "completeSamlSignIn",
  owner: "users",
  input: z.object({
    ...ofProvider,
    token: z.string().max(200),
    /** Brought back from the beginning; empty for whoever has not begun here. */
    sealedState: z.string().max(4000),
    /** The header `User-Agent`. */
    client: z.string(),
    address: z.string(),
  }),
  output: completeSignIn.output,
  doc: "Signs in whoever brings the token of what a provider said. AUTHENTICATION_FAILED and other refusals say why not.",
});

/** Message about logging out, as it came. */
export const logOutMessage = z.discriminatedUnion("binding", [
  z.object({ binding: z.literal("redirect"), query: z.string().max(16_000) }),
  z.object({
    binding: z.literal("post"),
    request: z.string().max(100_000),
    relayState: z.string(),
  }),
]);

export const receiveSamlLogOut = internalOperation({
  name: "receiveSamlLogOut",
  owner: "users",
  input: z.object({ ...ofProvider, message: logOutMessage }),
  output: z.object({
    /** Address to which the browser brings the answer. */
    url: z.string(),
  }),
  doc: "Ends the sessions that a provider asks in SAML to end. AUTHENTICATION_FAILED when it is not the provider that asks, or it asked the same before.",
});

export const getSamlMetadata = internalOperation({
  name: "getSamlMetadata",
  owner: "users",
  input: z.object(ofProvider),
  output: z.object({ xml: z.string() }),
  onlyReads: true,
  doc: "Describes us to a provider that speaks SAML. NOT_FOUND when the organization has none of the id.",
});
