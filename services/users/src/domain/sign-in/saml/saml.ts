import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";

import type { Profile, SAML } from "@node-saml/node-saml";
import type { Secret } from "@team-chat/config";
import { AppError } from "@team-chat/errors";
import type { z } from "zod";

import type { SamlProvider, SamlSession } from "../../../values/saml-settings.ts";
import {
  type Assertion,
  assertionForm,
  attributesForm,
  checkDocument,
  clockSkewMs,
  logOutForm,
  type LogOutRequest,
  parseDocument,
  refused,
  responseForm,
} from "./documents.ts";
import { withoutEncryption } from "./encryption.ts";

/** Key of the installation, with which it signs. */
interface SamlKey {
  readonly privateKey: Secret;
  /** X.509 certificates as PEM: the first is that of the key, of the others were or will be keys. */
  readonly certificates: readonly [string, ...string[]];
}

/** Keys of the installation for which providers encrypt what they say. */
interface SamlDecryption {
  /** The first is that of the certificate; of the others providers may still have theirs. */
  readonly privateKeys: readonly [Secret, ...Secret[]];
  /** X.509 certificate as PEM. */
  readonly certificate: string;
}

/** Keys of the installation, each null when it has none. */
export interface SamlKeys {
  readonly signing: SamlKey | null;
  readonly decryption: SamlDecryption | null;
}

/** Addresses of an organization that a provider knows. */
interface SamlAddresses {
  /** Our name there, which is the address of our metadata. */
  readonly entityId: string;
  /** Address to which it has browsers bring what it says of somebody. */
  readonly receiveUrl: string;
  /** Address to which it has browsers bring messages about logging out. */
  readonly logOutUrl: string;
}

/** A provider that is spoken to in the name of an organization. */
export interface SamlPeer {
  readonly provider: SamlProvider;
  readonly addresses: SamlAddresses;
}

/** A response of which nothing but signature, audience and conditions has been checked. */
export interface Said {
  readonly assertion: Assertion;
  readonly around: z.output<typeof responseForm>["Response"];
  readonly attributes: z.output<typeof attributesForm>;
}

/** Speaks SAML 2.0: requests by redirect, responses by a form. The library makes messages and checks signatures. */
export class Saml {
  readonly #keys: SamlKeys;

  constructor(keys: SamlKeys) {
    this.#keys = keys;
  }

  /** Returns where the browser goes to sign in, and the id of the request, which the response must name. */
  async begin(peer: SamlPeer): Promise<{ readonly url: string; readonly requestId: string }> {
    // An XML id begins with no digit.
    const requestId = `_${randomBytes(20).toString("hex")}`;
    const library = await this.#library(peer, requestId);
    const url = await library.getAuthorizeUrlAsync("", undefined, {});
    return { url, requestId };
  }

  /**
   * Reads the response of a provider. Of the assertion, which must be signed itself, only what the signature covers is
   * looked at.
   * @throws AUTHENTICATION_FAILED
   */
  async read(peer: SamlPeer, response: string): Promise<Said> {
    const sent = Buffer.from(response, "base64").toString("utf8");
    try {
      const xml = await withoutEncryption(sent, this.#keys.decryption?.privateKeys ?? []);
      checkDocument(xml);
      const { Response: around } = responseForm.parse(await parseDocument(xml));
      const input = { SAMLResponse: Buffer.from(xml).toString("base64") };
      const library = await this.#library(peer);
      const { profile } = await library.validatePostResponseAsync(input);
      const { Assertion: assertion } = assertionForm.parse(profile?.getAssertion?.());
      return { assertion, around, attributes: attributesForm.parse(attributesIn(profile)) };
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Returns where the browser goes to log out at the provider too. */
  async logOutUrl(peer: SamlPeer, session: SamlSession): Promise<string> {
    const { issuer, nameId, nameIdFormat, sessionIndex } = session;
    const profile = {
      issuer,
      nameID: nameId,
      nameIDFormat: nameIdFormat ?? "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
      ...(sessionIndex === null ? {} : { sessionIndex }),
    };
    const library = await this.#library(peer);
    return library.getLogoutUrlAsync(profile, "", {});
  }

  /**
   * Reads a request to log somebody out that came in an address, signed with it.
   * @throws AUTHENTICATION_FAILED
   */
  async readLogOutQuery(peer: SamlPeer, query: string): Promise<LogOutRequest> {
    const { container, signed } = signedQuery(query);
    try {
      const deflated = Buffer.from(container.SAMLRequest, "base64");
      const xml = inflateRawSync(deflated, { maxOutputLength: 100_000 }).toString("utf8");
      checkDocument(xml);
      const library = await this.#library(peer);
      await library.validateRedirectAsync(container, signed);
      return logOutForm.parse(await parseDocument(xml)).LogoutRequest;
    } catch (error) {
      throw unreadable(error);
    }
  }

  /**
   * Reads a request to log somebody out that came in a form.
   * @throws AUTHENTICATION_FAILED
   */
  async readLogOutForm(peer: SamlPeer, request: string): Promise<LogOutRequest> {
    const xml = Buffer.from(request, "base64").toString("utf8");
    checkDocument(xml);
    try {
      const library = await this.#library(peer);
      await library.validatePostRequestAsync({ SAMLRequest: request });
      return logOutForm.parse(await parseDocument(xml)).LogoutRequest;
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Returns where the browser brings the answer that somebody is logged out. */
  async logOutAnswerUrl(
    peer: SamlPeer,
    request: LogOutRequest,
    relayState: string,
  ): Promise<string> {
    const { NameID: names, $: head, Issuer: issuers } = request;
    const asked: Profile = {
      ID: head.ID,
      issuer: issuers[0],
      nameID: names[0]._,
      nameIDFormat: names[0].$.Format ?? "",
    };
    const library = await this.#library(peer);
    return library.getLogoutResponseUrlAsync(asked, relayState, {}, true);
  }

  /** Describes us as providers want it. */
  async metadata(peer: SamlPeer): Promise<string> {
    const { decryption, signing } = this.#keys;
    const library = await this.#library(peer);
    return library.generateServiceProviderMetadata(
      decryption?.certificate ?? null,
      signing === null ? null : [...signing.certificates],
    );
  }

  /** Loads the library when it is first needed: it is a quarter of what the service would load at its start. */
  async #library({ addresses, provider }: SamlPeer, requestId?: string): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
    const { decryption, signing } = this.#keys;
    return new SAML({
      entryPoint: provider.signInUrl,
      logoutUrl: provider.logOutUrl ?? "",
      idpCert: provider.certificates,
      idpIssuer: provider.issuer,
      issuer: addresses.entityId,
      audience: addresses.entityId,
      callbackUrl: addresses.receiveUrl,
      logoutCallbackUrl: addresses.logOutUrl,
      wantAssertionsSigned: true,
      // What matters is signed within the assertion.
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: clockSkewMs,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      signatureAlgorithm: "sha256",
      digestAlgorithm: "sha256",
      // Which request is answered is known to the browser that began it alone, and checked with what it brings.
      validateInResponseTo: ValidateInResponseTo.never,
      cacheProvider: keepsNothing,
      ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
      ...(signing === null ? {} : { privateKey: signing.privateKey.reveal() }),
      // Without it the description leaves out the certificate; what is encrypted never reaches the library.
      ...(decryption === null ? {} : { decryptionPvk: decryption.privateKeys[0].reveal() }),
    });
  }
}

const keepsNothing = {
  saveAsync: () => Promise.resolve(null),
  getAsync: () => Promise.resolve(null),
  removeAsync: () => Promise.resolve(null),
};

function attributesIn(profile: Profile | null): unknown {
  return profile?.["attributes"];
}

/** Keeps the reason for the log: pages do not tell it to whoever tries. */
function unreadable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message.slice(0, 300) : "unknown";
  return new AppError("AUTHENTICATION_FAILED", reason, { cause: error });
}

const signingAlgorithms = ["rsa-sha256", "rsa-sha384", "rsa-sha512"];

interface SignedQuery {
  readonly container: { readonly SAMLRequest: string; readonly [name: string]: string };
  /** Parts of the query that are signed, as they came. */
  readonly signed: string;
}

/**
 * Takes apart a query with a signed request: each part once, and no others, so that what is read is what is signed. The
 * library lets requests without a signature pass.
 * @throws AUTHENTICATION_FAILED
 */
function signedQuery(query: string): SignedQuery {
  const names = ["SAMLRequest", "RelayState", "SigAlg", "Signature"];
  const tokens = query.split("&");
  const kept = names.flatMap((name) => tokens.filter((token) => token.startsWith(`${name}=`)));
  const fields = new URLSearchParams(kept.join("&"));
  const container = { SAMLRequest: "", ...Object.fromEntries(fields) };
  const isWhole = ["SAMLRequest", "SigAlg", "Signature"].every((name) => fields.has(name));
  if (!isWhole || new Set(fields.keys()).size !== kept.length) throw refused("not signed");
  const algorithm = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#([a-z0-9-]+)$/.exec(
    fields.get("SigAlg") ?? "",
  );
  if (!signingAlgorithms.includes(algorithm?.[1] ?? "")) throw refused("signed in another way");
  return { container, signed: kept.join("&") };
}
