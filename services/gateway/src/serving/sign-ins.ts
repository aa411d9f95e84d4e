import type { IncomingMessage } from "node:http";

import { beginSignIn, completeSignIn, redeemLogInToken } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import { self, selfFor } from "../realms/proofs.ts";
import type { Visits } from "./visits.ts";

interface SignInsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly addressOf: ClientAddress;
}

/** Provider with which somebody wants to sign in, and what follows. */
export interface WantedSignIn {
  readonly providerId: string;
  /** Path that follows. */
  readonly next: string;
  readonly mobileOtp: string | null;
  readonly desktopOtp: string | null;
}

interface CameBack {
  readonly providerId: string;
  readonly sealedState: string;
  readonly query: string;
}

/** Signs people in with identity providers (docs/behaviour/single-sign-on.md). */
export class SignIns {
  readonly #parts: SignInsParts;

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, NOT_FOUND, BAD_REQUEST, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE */
  async begin(
    req: IncomingMessage,
    wanted: WantedSignIn,
  ): Promise<z.output<typeof beginSignIn.output>> {
    const { users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    return users.call(beginSignIn, self, { realmId, ...wanted }, { realmId });
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody was signed in */
  async complete(
    req: IncomingMessage,
    cameBack: CameBack,
  ): Promise<z.output<typeof completeSignIn.output>> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const client = req.headers["user-agent"] ?? "";
    const address = addressOf(req);
    const input = { realmId, ...cameBack, client, address };
    return users.call(completeSignIn, selfFor(address), input, { realmId });
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody was logged in */
  async redeem(
    req: IncomingMessage,
    token: string,
  ): Promise<z.output<typeof redeemLogInToken.output>> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admit(req);
    const client = req.headers["user-agent"] ?? "";
    const address = addressOf(req);
    const input = { realmId, token, client, address };
    return users.call(redeemLogInToken, selfFor(address), input, { realmId });
  }
}
