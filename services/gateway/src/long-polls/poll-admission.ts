import { getEvents } from "@team-chat/contract";

import { type Authenticated, type Authenticator } from "../authentication/authenticator.ts";
import { checkKeyScope } from "../authentication/key-scope.ts";
import { incomingWebhookRefused } from "../authentication/refusals.ts";
import { applyVerdict, limitHeaders, type RequestLimits } from "../limits/request-limits.ts";
import type { Verdict } from "../limits/rules.ts";
import type { UsageCounter } from "../limits/usage-counter.ts";
import type { KeyHash } from "../requests/claimed-sender.ts";
import type { RequestHead } from "../requests/client-request.ts";

/** Longest wait of a poll for others to share its proof with, in ms: thousands a second need not ask one by one. */
const maxWaitMs = 5;

/** Names the user on whose behalf a poll runs. */
export interface PollCaller {
  readonly realmId: number;
  readonly userId: number;
}

interface AdmittedPoll {
  readonly caller: PollCaller;
  /** Say in the answer how the caller stands with the limits. */
  readonly headers: Readonly<Record<string, string>>;
}

interface PollAdmissionParts {
  readonly authenticator: Authenticator;
  readonly limits: RequestLimits;
  readonly usage: UsageCounter;
}

/** Decides on whose behalf a long poll runs, and whether it may run now. Polls are counted in memory only. */
export class PollAdmission {
  readonly #authenticator: Authenticator;
  readonly #limits: RequestLimits;
  readonly #usage: UsageCounter;

  constructor({ authenticator, limits, usage }: PollAdmissionParts) {
    this.#authenticator = authenticator;
    this.#limits = limits;
    this.#usage = usage;
  }

  /**
   * Admits a poll. Notes the headers of limits in the request.
   * @throws UNAUTHORIZED, BAD_REQUEST, KEY_SCOPE_REQUIRED, NONEXISTENT_SUBDOMAIN, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async admit(request: RequestHead): Promise<PollCaller> {
    const { sender } = request;
    if (sender === undefined) throw new TypeError("A poll is taken only with credentials.");
    const found = await this.#authenticator.authenticate(request, sender, maxWaitMs);
    request.noted.realmId = found.realm.ref.id;
    if (found.account.isIncomingWebhook) throw incomingWebhookRefused();
    checkKeyScope(found.account, getEvents);
    applyVerdict(request.headers, this.#count(found));
    return callerOf(found);
  }

  /**
   * Admits a poll that says what the client's last one said. Null when there is any reason to refuse it: then the
   * request has to be parsed, and `admit` finds out which. Never rejects.
   */
  async readmit(host: string, key: KeyHash): Promise<AdmittedPoll | null> {
    try {
      const found = await this.#authenticator.authenticateCached(host, { key, maxWaitMs });
      if (found === null || found.account.isIncomingWebhook) return null;
      checkKeyScope(found.account, getEvents);
      const verdict = this.#count(found);
      if (verdict?.allowed === false) return null;
      const headers = verdict === null ? {} : limitHeaders(verdict);
      return { caller: callerOf(found), headers };
    } catch {
      return null;
    }
  }

  #count({ account, realm }: Authenticated): Verdict | null {
    this.#usage.count({ ...account, realmId: realm.ref.id });
    return this.#limits.countPoll(realm.ref.id, account.userId);
  }
}

function callerOf({ account, realm }: Authenticated): PollCaller {
  return { realmId: realm.ref.id, userId: account.userId };
}
