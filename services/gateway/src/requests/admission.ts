import { type Operation, registerQueue } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import type { Caller, Identity } from "@team-chat/identity";

import type { Authenticator } from "../keys/authenticator.ts";
import { unauthorized } from "../keys/credentials.ts";
import { type Account, type KeyHash, keyHash } from "../keys/key-cache.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { PollCounter } from "../limits/poll-counter.ts";
import type { RequestCounter } from "../limits/request-counter.ts";
import type { LimitSettings } from "../limits/rules.ts";
import { applyVerdict, limitHeaders, type Verdict } from "../limits/verdict.ts";
import type { ChannelVersions } from "../realms/channel-versions.ts";
import type { HostRealms, ProvenRealm } from "../realms/host-realms.ts";
import { clientName } from "./client-name.ts";
import { type Arrival, authorizationOf, type Speaker, speakerOf } from "./exchange.ts";

interface AdmissionParts {
  readonly hosts: HostRealms;
  readonly channels: ChannelVersions;
  readonly authenticator: Authenticator;
  readonly counter: RequestCounter;
  readonly polls: PollCounter;
  readonly limits: LimitSettings;
  readonly addressOf: ClientAddress;
  /** Whether a host is the root domain, under which the organizations are. */
  readonly isRoot: (host: string) => boolean;
}

interface ReadmittedPoll {
  readonly caller: { readonly realmId: number; readonly userId: number };
  readonly headers: Readonly<Record<string, string>>;
}

/** Thousands of polls a second need not ask the owner of realms one by one. */
const pollPatienceMs = 5;

/** What was begun on the guess that realm and user are still what they were; none of it ever rejects. */
interface Begun {
  readonly realmId: number;
  readonly userId: number;
  readonly verdict: Promise<Verdict | null>;
  /** For services that decide by channels. */
  readonly channelsVersion: Promise<number> | undefined;
}

interface Credentials {
  readonly header: string;
  readonly key: KeyHash;
}

/** Decides on whose behalf a request runs, and whether it may run now. */
export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /**
   * The identity for the services. Headers of limits are noted in the exchange. `onGuess` hears at once whom the request probably comes from, with the
   * versions known last, if that can be told and the operation is asked on a guess.
   * @throws UNAUTHORIZED, BAD_REQUEST, NONEXISTENT_SUBDOMAIN, REALM_DEACTIVATED, RATE_LIMIT_HIT, SERVICE_UNAVAILABLE
   */
  async admit(exchange: Arrival, onGuess?: (caller: Caller) => void): Promise<Identity> {
    const header = authorizationOf(exchange);
    if (header === undefined)
      return this.#admitAnonymous(exchange, clientName(exchange.req.headers["user-agent"]));
    const speaker = speakerOf(exchange.req, header);
    const { client, key } = speaker;
    const begun = this.#beginEarly(exchange, speaker, onGuess);
    const { account, realm } = await this.#authenticate(exchange, { header, key });
    const early =
      begun?.userId === account.userId && begun.realmId === realm.ref.id ? begun : undefined;
    this.#limit(exchange, await (early?.verdict ?? this.#count(realm, account)));
    if (account.isIncomingWebhook && exchange.operation.openToIncomingWebhooks !== true)
      throw unauthorized("This API is not available to incoming webhook bots.");
    const caller = callerOf(realm, account, client);
    const channelsVersion = await early?.channelsVersion;
    return channelsVersion === undefined ? caller : { ...caller, channelsVersion };
  }

  /**
   * The identity for a long poll, which is counted in memory only.
   * @throws as `admit`
   */
  async admitPoll(exchange: Arrival, header: string): Promise<{ realmId: number; userId: number }> {
    const { account, realm } = await this.#authenticate(
      exchange,
      { header, key: keyHash(header) },
      pollPatienceMs,
    );
    if (account.isIncomingWebhook)
      throw unauthorized("This API is not available to incoming webhook bots.");
    this.#limit(exchange, this.#parts.polls.count(subjectOf(realm, account)));
    return { realmId: realm.ref.id, userId: account.userId };
  }

  /**
   * As `admitPoll`, for a client whose last poll was admitted with these credentials; null when there is anything to say against it, and when it has to be
   * looked at more closely. `headers` are those of the answer that say how the caller stands with the limits.
   */
  async readmitPoll(host: string, header: string): Promise<ReadmittedPoll | null> {
    try {
      const proven = await this.#parts.hosts.prove(host, pollPatienceMs);
      const account = proven?.keys.find(keyHash(header));
      if (!proven || !account || proven.realm.deactivated || account.isIncomingWebhook) return null;
      const verdict = this.#parts.polls.count(subjectOf(proven.realm, account));
      if (verdict?.allowed === false) return null;
      const headers = verdict === null ? {} : limitHeaders(verdict, Date.now());
      return { caller: { realmId: proven.realm.ref.id, userId: account.userId }, headers };
    } catch {
      return null;
    }
  }

  async #admitAnonymous(exchange: Arrival, client: string): Promise<Identity> {
    const verdict = this.#countAddress(exchange);
    const proven = await this.#parts.hosts.prove(exchange.host);
    this.#limit(exchange, await verdict);
    const { auth, name } = exchange.operation;
    if (proven === null) {
      if (name !== "getServerSettings") throw noRealm();
      // The root domain may be without an organization of its own (docs/behaviour/api.md#organizations-by-host).
      if (!this.#parts.isRoot(exchange.host))
        throw new AppError("BAD_REQUEST", "Invalid subdomain");
      return { kind: "anonymous", realm: null, client };
    }
    if (auth === "user" || auth === "human")
      throw unauthorized("Not logged in: API authentication or user session required");
    if (proven.realm.deactivated && name !== "getServerSettings")
      throw new AppError("REALM_DEACTIVATED", "This organization has been deactivated");
    return { kind: "anonymous", realm: proven.realm.ref, client };
  }

  async #authenticate(
    exchange: Arrival,
    { header, key }: Credentials,
    patienceMs = 0,
  ): Promise<{ account: Account; realm: ProvenRealm }> {
    const { host } = exchange;
    const proven = await this.#parts.hosts.prove(host, patienceMs);
    if (proven === null) throw noRealm();
    try {
      const account = await this.#parts.authenticator.authenticate({ host, header, key, proven });
      return { account, realm: proven.realm };
    } catch (error) {
      // Whoever has no valid credentials is limited like whoever has none.
      if (error instanceof AppError && error.code === "UNAUTHORIZED")
        this.#limit(exchange, await this.#countAddress(exchange));
      throw error;
    }
  }

  /** Begins while the realm is being proven what else takes time, for whom the credentials belonged to when last seen. */
  #beginEarly(
    { host, operation }: Arrival,
    { client, key }: Speaker,
    onGuess: ((caller: Caller) => void) | undefined,
  ): Begun | undefined {
    const { channels, hosts } = this.#parts;
    const account = hosts.keysOf(host)?.find(key);
    const realm = hosts.lastKnown(host);
    if (account === undefined || realm === undefined) return undefined;
    const realmId = realm.ref.id;
    const channelsVersion = operation.askedOnGuess === true ? channels.lastKnown(realmId) : 0;
    // Services ask on their own when they are given no version: that would make an answer late.
    if (onGuess && channelsVersion > 0) {
      onGuess({ ...callerOf(realm, account, client), channelsVersion });
    }
    return {
      realmId,
      userId: account.userId,
      verdict: this.#count(realm, account),
      channelsVersion: decidesByChannels(operation) ? channels.prove(realmId) : undefined,
    };
  }

  #count(realm: ProvenRealm, account: Account): Promise<Verdict | null> {
    const { counter, limits } = this.#parts;
    const subject = { place: `user:${realm.ref.id}`, name: String(account.userId) };
    return counter.count(subject, account.rules ?? limits.user);
  }

  #countAddress({ req }: Arrival): Promise<Verdict | null> {
    const { addressOf, counter, limits } = this.#parts;
    return counter.count({ place: "ip", name: addressOf(req) }, limits.address);
  }

  #limit(exchange: Arrival, verdict: Verdict | null): void {
    if (verdict !== null) applyVerdict(exchange.headers, verdict);
  }
}

/** What messages answers, also as a part of registering. */
function decidesByChannels({ name, owner }: Operation): boolean {
  return owner === "messages" || name === registerQueue.name;
}

function callerOf(
  { ref, usersVersion }: ProvenRealm,
  { isBot, role, userId }: Account,
  client: string,
): Caller {
  return { kind: "user", realm: ref, userId, role, isBot, client, usersVersion };
}

function subjectOf(realm: ProvenRealm, account: Account): string {
  return `user:${realm.ref.id}:${account.userId}`;
}

function noRealm(): AppError {
  return new AppError("NONEXISTENT_SUBDOMAIN", "Invalid subdomain");
}
