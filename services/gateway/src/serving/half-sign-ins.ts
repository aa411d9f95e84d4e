import type { IncomingMessage } from "node:http";

import {
  checkHalfSignIn,
  completeHalfSignIn,
  completeHalfSignInByPasskey,
} from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import { self, selfFor } from "../realms/proofs.ts";
import { guarded } from "./guarded.ts";
import type { PublicSettings, Visits } from "./visits.ts";

interface HalfSignInsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly logins: LoginGuard;
  readonly addressOf: ClientAddress;
}

interface Half {
  readonly settings: PublicSettings;
  readonly lacking: z.output<typeof checkHalfSignIn.output>;
}

/** Answer of a device, and the challenge that it is to. */
export interface PasskeyAnswer {
  readonly sealedChallenge: string;
  readonly response: string;
}

interface Started {
  readonly realmId: number;
  readonly token: string;
  /** The header `User-Agent`. */
  readonly client: string;
  readonly address: string;
}

/** Takes the second factor of those who have given a password (docs/behaviour/second-factors.md#logging-in). */
export class HalfSignIns {
  readonly #parts: HalfSignInsParts;

  constructor(parts: HalfSignInsParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE; AUTHENTICATION_FAILED when it has ended */
  async check(req: IncomingMessage, token: string): Promise<Half> {
    const { users, visits } = this.#parts;
    const realm = await visits.admit(req);
    const { id: realmId } = realm;
    const lacking = await users.call(checkHalfSignIn, self, { realmId, token }, { realmId });
    return { lacking, settings: await visits.settingsOf(realm) };
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, AUTHENTICATION_FAILED */
  complete(
    req: IncomingMessage,
    { code, token }: { readonly token: string; readonly code: string },
  ): Promise<z.output<typeof completeHalfSignIn.output>> {
    const { users } = this.#parts;
    return this.#attempt(req, token, (half) =>
      users.call(completeHalfSignIn, selfFor(half.address), { ...half, code }, half),
    );
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, AUTHENTICATION_FAILED */
  completeByPasskey(
    req: IncomingMessage,
    { token, ...answer }: PasskeyAnswer & { readonly token: string },
  ): Promise<z.output<typeof completeHalfSignInByPasskey.output>> {
    const { users } = this.#parts;
    return this.#attempt(req, token, (half) =>
      users.call(completeHalfSignInByPasskey, selfFor(half.address), { ...half, ...answer }, half),
    );
  }

  /** Counts wrong codes and passkeys together. */
  async #attempt<T>(
    req: IncomingMessage,
    token: string,
    complete: (half: Started) => Promise<T>,
  ): Promise<T> {
    const { addressOf, logins, users, visits } = this.#parts;
    const headers = {};
    const { id: realmId } = await visits.admitForm(req, headers);
    const { userId } = await users.call(checkHalfSignIn, self, { realmId, token }, { realmId });
    const address = addressOf(req);
    const attempt = { realmId, userName: `second factor of ${userId}`, address, headers };
    const client = req.headers["user-agent"] ?? "";
    return guarded(logins, attempt, () => complete({ realmId, token, client, address }));
  }
}
