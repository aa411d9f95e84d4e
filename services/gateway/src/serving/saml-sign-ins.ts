import type { IncomingMessage } from "node:http";

import {
  beginSamlSignIn,
  completeSamlSignIn,
  getSamlMetadata,
  type logOutMessage,
  receiveSamlLogOut,
  receiveSamlResponse,
} from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import { self, selfFor } from "../realms/proofs.ts";
import type { WantedSignIn } from "./sign-ins.ts";
import type { Visits } from "./visits.ts";

interface SamlSignInsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly addressOf: ClientAddress;
}

interface Said {
  readonly providerId: string;
  /** Response in base64. */
  readonly response: string;
  readonly relayState: string;
}

interface Fetched {
  readonly providerId: string;
  readonly token: string;
  readonly sealedState: string;
}

/** Signs people in with providers that speak SAML, and out again (docs/behaviour/single-sign-on.md#saml). */
export class SamlSignIns {
  readonly #parts: SamlSignInsParts;

  constructor(parts: SamlSignInsParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, NOT_FOUND, BAD_REQUEST, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE */
  async begin(
    req: IncomingMessage,
    wanted: WantedSignIn,
  ): Promise<z.output<typeof beginSamlSignIn.output>> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    return users.call(beginSamlSignIn, self, { realmId, ...wanted }, { realmId });
  }

  /**
   * Has what a provider says checked, and returns the token for the browser that brought it. It comes from a page of
   * the provider, so its origin proves nothing; its signature does.
   * @throws NONEXISTENT_SUBDOMAIN, NOT_FOUND, AUTHENTICATION_FAILED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async receive(req: IncomingMessage, said: Said): Promise<string> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const as = selfFor(addressOf(req));
    const input = { realmId, ...said };
    return (await users.call(receiveSamlResponse, as, input, { realmId })).token;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody was signed in */
  async complete(
    req: IncomingMessage,
    fetched: Fetched,
  ): Promise<z.output<typeof completeSamlSignIn.output>> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const client = req.headers["user-agent"] ?? "";
    const address = addressOf(req);
    const input = { realmId, ...fetched, client, address };
    return users.call(completeSamlSignIn, selfFor(address), input, { realmId });
  }

  /**
   * Ends the sessions that a provider asks to end, and returns where the browser brings the answer.
   * @throws NONEXISTENT_SUBDOMAIN, NOT_FOUND, AUTHENTICATION_FAILED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async logOut(
    req: IncomingMessage,
    providerId: string,
    message: z.input<typeof logOutMessage>,
  ): Promise<string> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const as = selfFor(addressOf(req));
    const input = { realmId, providerId, message };
    return (await users.call(receiveSamlLogOut, as, input, { realmId })).url;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, NOT_FOUND, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE */
  async metadata(req: IncomingMessage, providerId: string): Promise<string> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    return (await users.call(getSamlMetadata, self, { realmId, providerId }, { realmId })).xml;
  }
}
