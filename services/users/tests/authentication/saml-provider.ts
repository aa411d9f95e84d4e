import type { CertifiedKey } from "@team-chat/testkit";

import {
  type ProvidedIdentity,
  logOutXml,
  responseXml,
  type SaidOtherwise,
} from "./saml-documents.ts";
import { IdentityProvider, ServiceProvider, setSchemaValidator } from "./saml-library.mjs";

// We read what is sent; the library is to send whatever a test wants.
setSchemaValidator({ validate: () => Promise.resolve("unchecked") });

interface Asked {
  /** Address to which the browser was sent; undefined when nobody asked. */
  readonly url?: string | undefined;
  /** Description of us. */
  readonly metadata: string;
  readonly known: ProvidedIdentity;
  readonly otherwise?: SaidOtherwise | undefined;
}

interface LogOutAsked {
  readonly binding: "redirect" | "post";
  readonly metadata: string;
  readonly nameId: string;
  readonly sessionIndex?: string;
  readonly otherwise?: { readonly issued?: number; readonly destination?: string };
}

const bindings = "urn:oasis:names:tc:SAML:2.0:bindings:";
const rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/** An identity provider that speaks SAML, and says whatever a test wants it to say, also what no honest one would. */
export class SamlIdentityProvider {
  readonly issuer: string;
  readonly #keys: CertifiedKey;
  readonly #algorithm: string;

  constructor(issuer: string, keys: CertifiedKey, algorithm: string = rsaSha256) {
    this.issuer = issuer;
    this.#keys = keys;
    this.#algorithm = algorithm;
  }

  /** Settings with which an organization knows it. */
  settings(id: string) {
    return {
      id,
      name: "Company",
      issuer: this.issuer,
      signInUrl: `${this.issuer}/sign-in`,
      logOutUrl: `${this.issuer}/log-out`,
      certificates: [this.#keys.certificate],
    };
  }

  /** Returns the response in base64 with which somebody is sent back. */
  async respond({ known, metadata, otherwise = {}, url }: Asked): Promise<string> {
    const inResponseTo = url === undefined ? undefined : await this.requestId(url, metadata);
    const peer = ServiceProvider({ metadata });
    const facts = {
      audience: peer.entityMeta.getEntityID(),
      recipient: peer.entityMeta.getAssertionConsumerService("post"),
      issuer: this.issuer,
      inResponseTo,
      ...otherwise,
    };
    const made = () => ({ id: "", context: responseXml(facts, known) });
    const { context } = await this.#self().createLoginResponse(
      peer,
      { extract: {} },
      "post",
      {},
      made,
    );
    return context;
  }

  /** Returns the id of the request with which the browser was sent here, whose signature it checks. */
  async requestId(url: string, metadata: string): Promise<string> {
    const { search, searchParams } = new URL(url);
    const signed = search.slice(1).split("&Signature=")[0] ?? "";
    const request = { query: Object.fromEntries(searchParams), octetString: signed };
    const peer = ServiceProvider({ metadata });
    const { extract } = await this.#self().parseLoginRequest(peer, "redirect", request);
    return String(extract.request?.["id"]);
  }

  /** Returns the query, or the field of the form, that asks to log somebody out. */
  askToLogOut(asked: LogOutAsked): string {
    const { binding, metadata, nameId, otherwise, sessionIndex } = asked;
    const { entityMeta } = ServiceProvider({ metadata });
    const Location = entityMeta.getSingleLogoutService("post");
    const peer = ServiceProvider({
      entityID: entityMeta.getEntityID(),
      wantLogoutRequestSigned: true,
      singleLogoutService: [
        { Binding: `${bindings}HTTP-Redirect`, Location },
        { Binding: `${bindings}HTTP-POST`, Location },
      ],
    });
    const facts = {
      issuer: this.issuer,
      destination: Location,
      nameId,
      sessionIndex,
      ...otherwise,
    };
    const made = () => ({ id: "", context: logOutXml(facts) });
    const options = { relayState: "there", customTagReplacement: made };
    const { context } = this.#self().createLogoutRequest(peer, binding, {}, options);
    return binding === "redirect" ? new URL(context).search.slice(1) : context;
  }

  #self() {
    return IdentityProvider({
      entityID: this.issuer,
      privateKey: this.#keys.key,
      signingCert: this.#keys.certificate,
      wantAuthnRequestsSigned: true,
      requestSignatureAlgorithm: this.#algorithm,
      singleSignOnService: [this.#place("sign-in")],
      singleLogoutService: [this.#place("log-out")],
    });
  }

  #place(path: string) {
    return { Binding: `${bindings}HTTP-Redirect`, Location: `${this.issuer}/${path}` };
  }
}
