import {
  beginSamlSignIn,
  completeSamlSignIn,
  getSamlMetadata,
  receiveSamlLogOut,
  receiveSamlResponse,
} from "@team-chat/contract";

import { ownerOf } from "../sessions/browsers.ts";
import type { World } from "../world.ts";
import type { ProvidedIdentity, SaidOtherwise } from "./saml-documents.ts";
import type { SamlIdentityProvider } from "./saml-provider.ts";
import { browser } from "./signing-in.ts";

interface Wanted {
  readonly mobileOtp?: string;
  readonly desktopOtp?: string;
  readonly next?: string;
}

interface Received {
  readonly providerId?: string;
  readonly relayState?: string;
}

interface Token {
  readonly token: string;
  readonly sealedState?: string;
  readonly providerId?: string;
}

/** Signs people in to the root organization as browsers do, with the provider `company` unless another is named. */
export class SamlSigningIn {
  readonly #world: () => World;
  readonly #provider: SamlIdentityProvider;

  constructor(world: () => World, provider: SamlIdentityProvider) {
    this.#world = world;
    this.#provider = provider;
  }

  get #realmId(): number {
    return this.#world().realm.id;
  }

  async metadata(providerId = "company"): Promise<string> {
    const given = { realmId: this.#realmId, providerId };
    return (await this.#world().call(getSamlMetadata, given)).xml;
  }

  begin(more: Wanted = {}) {
    const given = { realmId: this.#realmId, providerId: "company", next: "/#inbox" };
    return this.#world().call(beginSamlSignIn, { ...given, mobileOtp: null, ...more });
  }

  /** Has the provider answer; `url` is undefined when nobody asked. */
  async respond(known: ProvidedIdentity, url?: string, otherwise?: SaidOtherwise): Promise<string> {
    const metadata = await this.metadata();
    return this.#provider.respond({ known, metadata, otherwise, url });
  }

  receive(response: string, { providerId = "company", relayState = "" }: Received = {}) {
    const given = { realmId: this.#realmId, providerId, response, relayState };
    return this.#world().call(receiveSamlResponse, given);
  }

  complete({ providerId = "company", sealedState = "", token }: Token) {
    const given = { realmId: this.#realmId, providerId, token, sealedState, ...browser };
    return this.#world().call(completeSamlSignIn, given);
  }

  /** Signs somebody in, and returns the token of the session. */
  async session(known: ProvidedIdentity, otherwise?: SaidOtherwise): Promise<string> {
    const { sealedState, url } = await this.begin();
    const { token } = await this.receive(await this.respond(known, url, otherwise));
    const done = await this.complete({ sealedState, token });
    if (done.kind !== "session") throw new Error("No session was begun.");
    return done.token;
  }

  /** Signs somebody in; resolves to the user of the session. */
  async signIn(known: ProvidedIdentity, otherwise?: SaidOtherwise): Promise<number> {
    const owner = await ownerOf(this.#world(), await this.session(known, otherwise));
    if (!owner.valid) throw new Error("A new session is not valid.");
    return owner.userId;
  }

  /** Has the provider ask to log somebody out. */
  logOut(binding: "post" | "redirect", asked: string, providerId = "company") {
    const given = { realmId: this.#realmId, providerId };
    const message =
      binding === "post"
        ? { binding, request: asked, relayState: "there" }
        : { binding, query: asked };
    return this.#world().call(receiveSamlLogOut, { ...given, message });
  }
}
