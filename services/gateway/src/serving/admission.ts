import { type Operation, registerQueue } from "@team-chat/contract";
import type { Caller, Identity } from "@team-chat/identity";

import type { Authenticator } from "../authentication/authenticator.ts";
import { checkKeyScope } from "../authentication/key-scope.ts";
import { incomingWebhookRefused } from "../authentication/refusals.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import { applyVerdict, type RequestLimits } from "../limits/request-limits.ts";
import type { Verdict } from "../limits/rules.ts";
import type { UsageCounter } from "../limits/usage-counter.ts";
import type { ChannelVersions } from "../realms/channel-versions.ts";
import type { ClaimedSender } from "../requests/claimed-sender.ts";
import type { RequestHead } from "../requests/client-request.ts";
import type { AnonymousAdmission } from "./anonymous-admission.ts";
import { callerOf } from "./caller.ts";

interface AdmissionParts {
  readonly addressOf: ClientAddress;
  readonly authenticator: Authenticator;
  readonly channels: ChannelVersions;
  readonly limits: RequestLimits;
  readonly anonymous: AnonymousAdmission;
  readonly usage: UsageCounter;
}

/** Holds what runs for the user that the key last belonged to while that is being proven. Nothing of it rejects. */
interface EarlyWork {
  readonly realmId: number;
  readonly userId: number;
  readonly verdict: Promise<Verdict | null>;
  /** Undefined for services that do not decide by channels. */
  readonly channelsVersion: Promise<number> | undefined;
}

/** Decides on whose behalf an ordinary request runs, and whether it may run now. Long polls have `PollAdmission`. */
export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /**
   * Returns the identity with which a service carries the request out. Notes the headers of limits in the request.
   * @throws UNAUTHORIZED, BAD_REQUEST, CSRF_FAILED, KEY_SCOPE_REQUIRED, NONEXISTENT_SUBDOMAIN, REALM_DEACTIVATED,
   * RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  admit(request: RequestHead): Promise<Identity> {
    const { sender } = request;
    return sender === undefined
      ? this.#parts.anonymous.admit(request)
      : this.#admitUser(request, sender);
  }

  /**
   * Returns the identity that `admit` will probably return, without asking anybody. Null when the sender is unknown,
   * and while no version of channels is known: services would ask for one, which makes their answers late.
   */
  probableCaller(request: RequestHead): Caller | null {
    const { host, sender } = request;
    const known = sender && this.#parts.authenticator.lastKnown(host, sender.key);
    if (known === undefined) return null;
    const channelsVersion = this.#parts.channels.lastKnown(known.realm.ref.id);
    if (channelsVersion === 0) return null;
    return { ...callerOf(request, known, this.#parts.addressOf(request.req)), channelsVersion };
  }

  async #admitUser(request: RequestHead, sender: ClaimedSender): Promise<Identity> {
    const begun = this.#beginEarly(request, sender);
    const authenticated = await this.#parts.authenticator.authenticate(request, sender);
    const { account, realm } = authenticated;
    request.noted.realmId = realm.ref.id;
    this.#parts.usage.count({ ...account, realmId: realm.ref.id });
    const isSame = begun?.userId === account.userId && begun.realmId === realm.ref.id;
    const early = isSame ? begun : undefined;
    const verdict = early?.verdict ?? this.#parts.limits.countUser(realm.ref.id, account);
    applyVerdict(request.headers, await verdict);
    if (account.isIncomingWebhook && request.operation.openToIncomingWebhooks !== true)
      throw incomingWebhookRefused();
    checkKeyScope(account, request.operation);
    const caller = callerOf(request, authenticated, this.#parts.addressOf(request.req));
    const channelsVersion = await early?.channelsVersion;
    return channelsVersion === undefined ? caller : { ...caller, channelsVersion };
  }

  /** Counts the request and proves the version of channels while the key is being proven, which takes as long. */
  #beginEarly({ host, operation }: RequestHead, { key }: ClaimedSender): EarlyWork | undefined {
    const { authenticator, channels, limits } = this.#parts;
    const known = authenticator.lastKnown(host, key);
    if (known === undefined) return undefined;
    const realmId = known.realm.ref.id;
    return {
      realmId,
      userId: known.account.userId,
      verdict: limits.countUser(realmId, known.account),
      channelsVersion: decidesByChannels(operation) ? channels.prove(realmId) : undefined,
    };
  }
}

/** Tells whether `messages` answers, be it as a part of registering. */
function decidesByChannels({ name, owner }: Operation): boolean {
  return owner === "messages" || name === registerQueue.name;
}
