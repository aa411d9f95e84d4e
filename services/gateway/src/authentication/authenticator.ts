import { AppError } from "@team-chat/errors";
import type { ServiceClient } from "@team-chat/rpc";

import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import type { ClaimedSender, KeyHash } from "../requests/claimed-sender.ts";
import type { RequestHead } from "../requests/client-request.ts";
import { askAccount } from "./account-question.ts";
import type { Account } from "./account.ts";
import type { HostRealms, ProvenHost, ProvenRealm } from "./host-realms.ts";
import { checkOwnOrigin } from "./own-origin.ts";
import { noRealm } from "./refusals.ts";

interface AuthenticatorParts {
  readonly users: ServiceClient;
  readonly hosts: HostRealms;
  readonly limits: RequestLimits;
  /** Begins the addresses at which browsers reach the installation. */
  readonly scheme: "http" | "https";
}

/** Names the user that a request comes from, and the organization. */
export interface Authenticated {
  readonly realm: ProvenRealm;
  readonly account: Account;
}

/** Finds out which user a request comes from, with three degrees of certainty. */
export class Authenticator {
  readonly #parts: AuthenticatorParts;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  /** Looks up whom a key belonged to when it was last seen: enough to prepare an answer, not to give one. */
  lastKnown(host: string, key: KeyHash): Authenticated | undefined {
    const { hosts } = this.#parts;
    const account = hosts.keysOf(host)?.find(key);
    const realm = hosts.lastKnown(host);
    return account === undefined || realm === undefined ? undefined : { realm, account };
  }

  /**
   * Proves whom a cached key belongs to now. Null when the key is not cached, or there is any reason to refuse it:
   * then `authenticate` finds out which.
   * @throws SERVICE_UNAVAILABLE
   */
  async authenticateCached(
    host: string,
    { key, maxWaitMs }: { readonly key: KeyHash; readonly maxWaitMs: number },
  ): Promise<Authenticated | null> {
    const proven = await this.#parts.hosts.prove(host, maxWaitMs);
    const account = proven?.keys.find(key);
    if (!proven || !account || proven.realm.deactivated) return null;
    return { realm: proven.realm, account };
  }

  /**
   * Proves which user a request comes from. A request that is refused counts for its address. `maxWaitMs` may be spent
   * waiting for other requests to share the proof with.
   * @throws UNAUTHORIZED with the reason; BAD_REQUEST, CSRF_FAILED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT,
   * SERVICE_UNAVAILABLE
   */
  async authenticate(
    request: RequestHead,
    sender: ClaimedSender,
    maxWaitMs = 0,
  ): Promise<Authenticated> {
    const { hosts, limits, scheme } = this.#parts;
    if (sender.kind === "session") checkOwnOrigin(request, scheme);
    const proven = await hosts.prove(request.host, maxWaitMs);
    if (proven === null) throw noRealm();
    try {
      const account = await this.#accountOf(sender, proven);
      return { realm: proven.realm, account };
    } catch (error) {
      // Invalid credentials are limited like none, so that nobody can try out keys.
      if (error instanceof AppError && error.code === "UNAUTHORIZED")
        applyVerdict(request.headers, await limits.countAddress(request.req));
      throw error;
    }
  }

  /** @throws UNAUTHORIZED; BAD_REQUEST for what is no proof */
  async #accountOf(sender: ClaimedSender, { keys, realm }: ProvenHost): Promise<Account> {
    const cached = keys.find(sender.key);
    if (cached !== undefined && !realm.deactivated) return cached;
    const account = await askAccount(this.#parts.users, sender, realm);
    keys.remember(sender.key, account, realm.authVersion);
    return account;
  }
}
