import type { IncomingMessage } from "node:http";

import {
  createSession,
  devListUsers,
  endOwnSession,
  getServerSettings,
  type OutputOf,
} from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Identity, RealmRef } from "@team-chat/identity";
import type { ServiceClient } from "@team-chat/rpc";

import { noRealm } from "../authentication/authenticator.ts";
import type { HostRealms } from "../authentication/host-realms.ts";
import { checkOwnOrigin } from "../authentication/own-origin.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { LoginGuard } from "../limits/login-guard.ts";
import type { RequestLimits } from "../limits/request-limits.ts";
import { applyVerdict } from "../limits/request-limits.ts";
import { self } from "../realms/proofs.ts";

interface LogInsParts {
  readonly users: ServiceClient;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  readonly logins: LoginGuard;
  readonly addressOf: ClientAddress;
  readonly scheme: "http" | "https";
  readonly isDevelopment: boolean;
}

/** Describes what the page to log in offers. */
export interface Offer {
  readonly settings: OutputOf<typeof getServerSettings>;
  /** Accounts that anybody may log in as, which there are in development mode only; administrators first. */
  readonly demoAccounts: readonly string[];
}

/** Holds what somebody logs in with; without a password it is one of the demo accounts. */
interface Given {
  readonly username: string;
  readonly password: string | null;
}

/** Logs browsers in and out (docs/behaviour/sessions.md). */
export class LogIns {
  readonly #parts: LogInsParts;

  constructor(parts: LogInsParts) {
    this.#parts = parts;
  }

  /** @throws NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE */
  async offer(req: IncomingMessage): Promise<Offer> {
    const realm = await this.#admit(req, {});
    const { isDevelopment, users } = this.#parts;
    const identity: Identity = { kind: "anonymous", realm, client: "website" };
    const target = { realmId: realm.id };
    const settings = await users.request(getServerSettings, identity, {}, target);
    const demo = isDevelopment ? await users.request(devListUsers, identity, {}, target) : null;
    const accounts = demo === null ? [] : [...demo.direct_admins, ...demo.direct_users];
    return { settings, demoAccounts: accounts.map(({ email }) => email) };
  }

  /**
   * Begins a session and returns its token; wrong passwords are counted.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE, and why nobody was logged in
   */
  async logIn(req: IncomingMessage, { password, username }: Given): Promise<string> {
    const { addressOf, logins, scheme, users } = this.#parts;
    checkOwnOrigin({ host: hostOf(req), req }, scheme);
    const headers = {};
    const { id: realmId } = await this.#admit(req, headers);
    const address = addressOf(req);
    const client = req.headers["user-agent"] ?? "";
    const input = { realmId, username, password, client, address };
    const create = async () => {
      const { token } = await users.call(createSession, self, input, { realmId });
      return token;
    };
    if (password === null) return create();
    let outcome: string | AppError | undefined;
    await logins.attempt({ realmId, userName: username, address, headers }, async () => {
      outcome = await create().catch(refusal);
      return outcome instanceof AppError ? 401 : 200;
    });
    if (typeof outcome === "string") return outcome;
    throw outcome ?? new TypeError("An attempt has an outcome.");
  }

  /**
   * Ends a session.
   * @throws CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async logOut(req: IncomingMessage, token: string): Promise<void> {
    const { scheme, users } = this.#parts;
    checkOwnOrigin({ host: hostOf(req), req }, scheme);
    const { id: realmId } = await this.#admit(req, {});
    await users.call(endOwnSession, self, { realmId, token }, { realmId });
  }

  /** Counts the request for its address, and proves which organization it is for. */
  async #admit(req: IncomingMessage, headers: Record<string, string>): Promise<RealmRef> {
    const { hosts, limits } = this.#parts;
    const verdict = limits.countAddress(req);
    const proven = await hosts.prove(hostOf(req));
    applyVerdict(headers, await verdict);
    if (proven === null) throw noRealm();
    return proven.realm.ref;
  }
}

/** Returns an error that is the answer to wrong credentials; throws any other again. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError && error.status === 401) return error;
  throw error;
}

function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? "").toLowerCase();
}
