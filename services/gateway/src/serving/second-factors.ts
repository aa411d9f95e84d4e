import type { IncomingMessage } from "node:http";

import {
  addAuthenticatorApp,
  addPasskey,
  getSecondFactors,
  offerAuthenticatorApp,
  offerPasskey,
  removeAuthenticatorApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from "@team-chat/contract";
import type { Identity } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import { self, selfFor } from "../realms/proofs.ts";
import { guarded } from "./guarded.ts";
import type { PasskeyAnswer } from "./half-sign-ins.ts";
import type { PublicSettings, Visits } from "./visits.ts";

interface SecondFactorsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly logins: LoginGuard;
  readonly addressOf: ClientAddress;
}

/** Tells which second factors somebody has. */
export type Factors = z.output<typeof getSecondFactors.output>;

/** A browser, by the token of its session. */
export interface Browser {
  readonly req: IncomingMessage;
  readonly token: string;
}

interface NewApp {
  readonly sealedOffer: string;
  readonly code: string;
  readonly password: string;
}

/** Shows people their second factors and changes them (docs/behaviour/second-factors.md#the-page). */
export class SecondFactors {
  readonly #parts: SecondFactorsParts;

  constructor(parts: SecondFactorsParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE; UNAUTHORIZED without a session */
  async list({
    req,
    token,
  }: Browser): Promise<{ readonly factors: Factors; readonly settings: PublicSettings }> {
    const { users, visits } = this.#parts;
    const realm = await visits.admit(req);
    const { id: realmId } = realm;
    const factors = await users.call(getSecondFactors, self, { realmId, token }, { realmId });
    return { factors, settings: await visits.settingsOf(realm) };
  }

  /**
   * Offers a secret for an app, or shows again what was offered.
   * @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, UNAUTHORIZED, BAD_REQUEST
   */
  async offerApp(
    { req, token }: Browser,
    sealedOffer: string | null,
  ): Promise<z.output<typeof offerAuthenticatorApp.output>> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const input = { realmId, token, sealedOffer };
    return users.call(offerAuthenticatorApp, self, input, { realmId });
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused */
  async addApp(browser: Browser, given: NewApp): Promise<readonly string[]> {
    const { users } = this.#parts;
    const { recoveryCodes } = await this.#attempt(browser, (session, as) =>
      users.call(addAuthenticatorApp, as, { ...session, ...given }, session),
    );
    return recoveryCodes;
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused */
  async removeApp(browser: Browser, password: string): Promise<void> {
    const { users } = this.#parts;
    await this.#attempt(browser, (session, as) =>
      users.call(removeAuthenticatorApp, as, { ...session, password }, session),
    );
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused */
  async renewCodes(browser: Browser, password: string): Promise<readonly string[]> {
    const { users } = this.#parts;
    const { recoveryCodes } = await this.#attempt(browser, (session, as) =>
      users.call(renewRecoveryCodes, as, { ...session, password }, session),
    );
    return recoveryCodes;
  }

  /**
   * Begins to add a passkey.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused
   */
  offerPasskey(
    browser: Browser,
    given: { readonly name: string; readonly password: string },
  ): Promise<z.output<typeof offerPasskey.output>> {
    const { users } = this.#parts;
    return this.#attempt(browser, (session, as) =>
      users.call(offerPasskey, as, { ...session, ...given }, session),
    );
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused */
  async addPasskey(browser: Browser, answer: PasskeyAnswer): Promise<readonly string[]> {
    const { users } = this.#parts;
    const { recoveryCodes } = await this.#attempt(browser, (session, as) =>
      users.call(addPasskey, as, { ...session, ...answer }, session),
    );
    return recoveryCodes;
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused */
  async renamePasskey(
    browser: Browser,
    given: { readonly passkeyId: number; readonly name: string },
  ): Promise<void> {
    const { users } = this.#parts;
    await this.#attempt(browser, (session, as) =>
      users.call(renamePasskey, as, { ...session, ...given }, session),
    );
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why it is refused */
  async removePasskey(
    browser: Browser,
    given: { readonly passkeyId: number; readonly password: string },
  ): Promise<void> {
    const { users } = this.#parts;
    await this.#attempt(browser, (session, as) =>
      users.call(removePasskey, as, { ...session, ...given }, session),
    );
  }

  /** Counts wrong passwords and codes together with those that are given with other requests of a session. */
  async #attempt<T>(
    { req, token }: Browser,
    change: (session: OfRealm, as: Identity) => Promise<T>,
  ): Promise<T> {
    const { addressOf, logins, users, visits } = this.#parts;
    const headers = {};
    const { id: realmId } = await visits.admitForm(req, headers);
    const session = { realmId, token };
    const { userId } = await users.call(getSecondFactors, self, session, { realmId });
    const address = addressOf(req);
    const attempt = { realmId, userName: `user ${userId}`, address, headers };
    return guarded(logins, attempt, () => change(session, selfFor(address)));
  }
}

interface OfRealm {
  readonly realmId: number;
  readonly token: string;
}
