import type { IncomingMessage } from "node:http";

import { checkHalfSignIn, completeHalfSignIn } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import { self } from "../realms/proofs.ts";
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
  /** Address of the account. */
  readonly email: string;
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
    const { email } = await users.call(checkHalfSignIn, self, { realmId, token }, { realmId });
    return { email, settings: await visits.settingsOf(realm) };
  }

  /** @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, AUTHENTICATION_FAILED */
  async complete(
    req: IncomingMessage,
    { code, token }: { readonly token: string; readonly code: string },
  ): Promise<z.output<typeof completeHalfSignIn.output>> {
    const { addressOf, logins, users, visits } = this.#parts;
    const headers = {};
    const { id: realmId } = await visits.admitForm(req, headers);
    const { userId } = await users.call(checkHalfSignIn, self, { realmId, token }, { realmId });
    const address = addressOf(req);
    const attempt = { realmId, userName: `second factor of ${userId}`, address, headers };
    const input = { realmId, token, code, client: req.headers["user-agent"] ?? "", address };
    return guarded(logins, attempt, () => users.call(completeHalfSignIn, self, input, { realmId }));
  }
}
