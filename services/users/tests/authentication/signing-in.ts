import { beginSignIn, completeSignIn } from "@team-chat/contract";

import { ownerOf } from "../sessions/browsers.ts";
import type { World } from "../world.ts";
import type { OpenIdProvider } from "./openid-provider.ts";

export const browser = { client: "Mozilla/5.0", address: "192.0.2.1" };

interface Wanted {
  readonly providerId?: string;
  readonly mobileOtp?: string;
  readonly desktopOtp?: string;
  readonly next?: string;
  readonly realmId?: number;
}

interface Back {
  readonly sealedState: string;
  readonly query: string;
  readonly providerId?: string;
  readonly realmId?: number;
}

/** Signs people in to the root organization as browsers do, with the provider `company` unless another is named. */
export class SigningIn {
  readonly #world: () => World;
  readonly #provider: OpenIdProvider;

  constructor(world: () => World, provider: OpenIdProvider) {
    this.#world = world;
    this.#provider = provider;
  }

  begin(more: Wanted = {}) {
    const realmId = this.#world().realm.id;
    const given = { realmId, providerId: "company", next: "/#inbox", mobileOtp: null };
    return this.#world().call(beginSignIn, { ...given, ...more });
  }

  complete(back: Back) {
    const realmId = this.#world().realm.id;
    const given = { realmId, providerId: "company", ...browser };
    return this.#world().call(completeSignIn, { ...given, ...back });
  }

  /** Signs somebody in of whom the provider says this; resolves to the user of the session. */
  async signIn(claims: Record<string, unknown>, providerId = "company"): Promise<number> {
    const { sealedState, url } = await this.begin({ providerId });
    this.#provider.claims = claims;
    const query = this.#provider.signIn(url);
    const done = await this.complete({ sealedState, query, providerId });
    if (done.kind !== "session") throw new Error("An app was signed in.");
    const owner = await ownerOf(this.#world(), done.token);
    if (!owner.valid) throw new Error("A new session is not valid.");
    return owner.userId;
  }
}
