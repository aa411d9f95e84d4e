import type { IncomingMessage } from "node:http";

import { createSession, devListUsers, endOwnSession } from "@team-chat/contract";
import type { ServiceClient } from "@team-chat/rpc";
import type { z } from "zod";

import type { ClientAddress } from "../limits/client-address.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import { selfFor } from "../realms/proofs.ts";
import { guarded } from "./guarded.ts";
import { type PublicSettings, visitor, type Visits } from "./visits.ts";

interface LogInsParts {
  readonly users: ServiceClient;
  readonly visits: Visits;
  readonly logins: LoginGuard;
  readonly addressOf: ClientAddress;
  readonly isDevelopment: boolean;
}

/** Describes what the page to log in offers. */
export interface Offer {
  readonly settings: PublicSettings;
  /** Says why nobody can log in; empty when people can. */
  readonly closed: string;
  /** Accounts that anybody may log in as, which there are in development mode only; administrators first. */
  readonly demoAccounts: readonly string[];
}

/** Holds what somebody logs in with; without a password it is one of the demo accounts. */
interface Given {
  readonly username: string;
  readonly password: string | null;
  /** Path that follows. */
  readonly next: string;
}

/** A browser that was logged in, or lacks the second factor. */
interface LoggedIn {
  /** That of the session, or of the half sign-in. */
  readonly token: string;
  readonly isHalf: boolean;
  /** True if a second factor is required that is not set up. */
  readonly lacksFactor: boolean;
}

/** Logs browsers in and out (docs/behaviour/sessions.md). */
export class LogIns {
  readonly #parts: LogInsParts;

  constructor(parts: LogInsParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE */
  async offer(req: IncomingMessage): Promise<Offer> {
    const { isDevelopment, users, visits } = this.#parts;
    const realm = await visits.admit(req);
    const settings = await visits.settingsOf(realm);
    const target = { realmId: realm.id };
    const demo = isDevelopment
      ? await users.request(devListUsers, visitor(realm), {}, target)
      : null;
    const accounts = demo === null ? [] : [...demo.direct_admins, ...demo.direct_users];
    return {
      settings,
      closed: visits.closedText(req),
      demoAccounts: accounts.map(({ email }) => email),
    };
  }

  /**
   * Begins a session, or a half sign-in of those who have a second factor; wrong passwords are counted.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody was logged in
   */
  async logIn(req: IncomingMessage, { next, password, username }: Given): Promise<LoggedIn> {
    const { addressOf, logins, users, visits } = this.#parts;
    const headers = {};
    const { id: realmId } = await visits.admitForm(req, headers);
    const address = addressOf(req);
    const client = req.headers["user-agent"] ?? "";
    const input = { realmId, username, password, next, client, address };
    const create = () => users.call(createSession, selfFor(address), input, { realmId });
    if (password === null) return create();
    return guarded(logins, { realmId, userName: username, address, headers }, create);
  }

  /**
   * Ends a session, and returns the provider at which the person logs out as well, if any, and their language.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async logOut(
    req: IncomingMessage,
    token: string,
  ): Promise<z.output<typeof endOwnSession.output>> {
    const { addressOf, users, visits } = this.#parts;
    const { id: realmId } = await visits.admitForm(req);
    return users.call(endOwnSession, selfFor(addressOf(req)), { realmId, token }, { realmId });
  }
}
