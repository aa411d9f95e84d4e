import type { OrganizationShare } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { FairQueue, type Payer } from "@team-chat/work";
import { LRUCache } from "lru-cache";

import { TokenBucket } from "./token-bucket.ts";

/** Describes a request that is to be passed on. */
export interface Claim {
  readonly realmId: number;
  readonly userId: number;
  readonly share: OrganizationShare;
  /** Counts it as so many ordinary requests. */
  readonly cost: number;
}

/** Tells whoever waits that its client went away. */
export interface Client {
  once(event: "close", listener: () => void): unknown;
  readonly destroyed: boolean;
}

/** Right of a request to be carried out now; ending it twice does no harm. */
export interface Turn {
  end(): void;
}

interface Job {
  readonly payer: Payer;
  readonly claim: Claim;
  readonly begin: (turn: Turn) => void;
  state: "waiting" | "begun" | "gone";
}

/** Holds what an organization has waiting and under way. */
interface Account {
  share: OrganizationShare;
  running: number;
  waiting: number;
  readonly waitingOf: Map<number, number>;
  /** Looks again when the next request may begin. */
  timer: NodeJS.Timeout | undefined;
}

interface FairSharesParts {
  /** Returns how many requests may be under way at once in this gateway. */
  readonly atOnce: () => number;
}

/** Says why a request cannot begin now, and when to look again if that is known. */
type Hindrance =
  | { readonly limit: "requests_per_second"; readonly waitMs: number }
  | { readonly limit: "concurrent_requests" | "gateway" };

/** Limits the organizations whose past requests are remembered. */
const maxBuckets = 10_000;
/** Limits what an organization has waiting to what it may begin in so many seconds. */
const queueSeconds = 3;
/** Limits what waits to so many for each that may be under way, where nothing but that is limited. */
const waitingPerTurn = 8;
const leastQueue = 16;
const longestQueue = 10_000;

/**
 * Decides whose request is passed on next. Each organization has its limits and a queue of its own; organizations take
 * turns by their weights, and within each its users. Counts in the memory of this process, so that it needs nobody else
 * (docs/hosting.md#fair-shares).
 */
export class FairShares implements Disposable {
  readonly #atOnce: () => number;
  readonly #queue = new FairQueue<Job>();
  readonly #accounts = new Map<number, Account>();
  readonly #buckets = new LRUCache<number, TokenBucket>({ max: maxBuckets });
  #running = 0;
  #waiting = 0;
  #refused = 0;

  constructor({ atOnce }: FairSharesParts) {
    this.#atOnce = atOnce;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Counts the requests that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Returns a turn when the request need not wait, and null otherwise. */
  tryEnter(claim: Claim): Turn | null {
    const account = this.#accountOf(claim);
    const isFree = account.waiting === 0 && this.#hindrance(claim.realmId, account) === null;
    const turn = isFree ? this.#begin(claim, account) : null;
    this.#forgetIdle(claim.realmId, account);
    return turn;
  }

  /**
   * Returns the turn as soon as the request has it.
   * @throws RATE_LIMIT_HIT when too many of its organization or user wait already, SERVICE_UNAVAILABLE when its client
   * goes away before, so that it gives back whatever else it has
   */
  async enter(claim: Claim, client: Client): Promise<Turn> {
    return this.tryEnter(claim) ?? (await this.#wait(claim, client));
  }

  [Symbol.dispose](): void {
    for (const { timer } of this.#accounts.values()) clearTimeout(timer);
  }

  #wait(claim: Claim, client: Client): Promise<Turn> {
    const { realmId, share, userId } = claim;
    const account = this.#accountOf(claim);
    const ofUser = account.waitingOf.get(userId) ?? 0;
    const most = queueLength(share);
    // One user leaves room for the others.
    if (account.waiting >= most || ofUser >= Math.ceil(most / 2)) {
      this.#refused += 1;
      throw refusal(account, this.#hindrance(realmId, account));
    }
    account.waiting += 1;
    account.waitingOf.set(userId, ofUser + 1);
    this.#waiting += 1;
    return new Promise((begin, refuse) => {
      const payer = { realmId, userId, weight: share.weight };
      const job: Job = { payer, claim, begin, state: "waiting" };
      client.once("close", () => {
        if (job.state !== "waiting") return;
        this.#leaveQueue(job, account, "gone");
        refuse(new AppError("SERVICE_UNAVAILABLE", "The client went away."));
      });
      this.#queue.push(job);
      this.#beginNext();
    });
  }

  /** Begins whatever may begin now, and sees to it that the rest is looked at again when it may. */
  #beginNext(): void {
    const mayBegin = (realmId: number) => {
      const account = this.#accounts.get(realmId);
      // What is left of an organization without an account are requests whose clients have gone away.
      if (account === undefined) return true;
      const hindrance = this.#hindrance(realmId, account);
      if (hindrance?.limit === "requests_per_second") this.#lookAgain(account, hindrance.waitMs);
      return hindrance === null;
    };
    for (let job = this.#queue.take(mayBegin); job; job = this.#queue.take(mayBegin)) {
      if (job.state === "gone") continue;
      const account = this.#accountOf(job.claim);
      this.#leaveQueue(job, account, "begun");
      job.begin(this.#begin(job.claim, account));
    }
  }

  #leaveQueue(job: Job, account: Account, state: "begun" | "gone"): void {
    const { realmId, userId } = job.claim;
    job.state = state;
    this.#waiting -= 1;
    account.waiting -= 1;
    const ofUser = (account.waitingOf.get(userId) ?? 1) - 1;
    if (ofUser === 0) account.waitingOf.delete(userId);
    else account.waitingOf.set(userId, ofUser);
    if (state === "gone") this.#forgetIdle(realmId, account);
  }

  #begin({ cost, realmId }: Claim, account: Account): Turn {
    account.running += 1;
    this.#running += 1;
    const { requestsPerSecond } = account.share;
    if (requestsPerSecond !== null) this.#bucketOf(realmId, requestsPerSecond).take(cost);
    let isHeld = true;
    return {
      end: () => {
        if (!isHeld) return;
        isHeld = false;
        account.running -= 1;
        this.#running -= 1;
        this.#forgetIdle(realmId, account);
        if (this.#waiting > 0) this.#beginNext();
      },
    };
  }

  #hindrance(realmId: number, { running, share }: Account): Hindrance | null {
    const { concurrentRequests, requestsPerSecond } = share;
    if (requestsPerSecond !== null) {
      const bucket = this.#bucketOf(realmId, requestsPerSecond);
      const waitMs = bucket.waitMs(requestsPerSecond, performance.now());
      if (waitMs > 0) return { limit: "requests_per_second", waitMs };
    }
    if (concurrentRequests !== null && running >= concurrentRequests)
      return { limit: "concurrent_requests" };
    return this.#running >= this.#atOnce() ? { limit: "gateway" } : null;
  }

  #lookAgain(account: Account, waitMs: number): void {
    account.timer ??= setTimeout(() => {
      account.timer = undefined;
      this.#beginNext();
    }, waitMs);
  }

  #bucketOf(realmId: number, perSecond: number): TokenBucket {
    const known = this.#buckets.get(realmId);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(perSecond, performance.now());
    this.#buckets.set(realmId, bucket);
    return bucket;
  }

  /** Returns the account with the limits as they are now. */
  #accountOf({ realmId, share }: Claim): Account {
    const known = this.#accounts.get(realmId);
    if (known !== undefined) {
      known.share = share;
      return known;
    }
    const account = { share, running: 0, waiting: 0, waitingOf: new Map(), timer: undefined };
    this.#accounts.set(realmId, account);
    return account;
  }

  #forgetIdle(realmId: number, account: Account): void {
    if (account.running > 0 || account.waiting > 0) return;
    clearTimeout(account.timer);
    this.#accounts.delete(realmId);
  }
}

function queueLength({ concurrentRequests, requestsPerSecond }: OrganizationShare): number {
  const most = Math.min(
    requestsPerSecond === null ? longestQueue : requestsPerSecond * queueSeconds,
    concurrentRequests === null ? longestQueue : concurrentRequests * waitingPerTurn,
    longestQueue,
  );
  return Math.max(most, leastQueue);
}

function refusal({ share, waiting }: Account, hindrance: Hindrance | null): AppError {
  const { concurrentRequests, requestsPerSecond } = share;
  const seconds = requestsPerSecond === null ? 1 : Math.ceil(waiting / requestsPerSecond);
  const details = { "retry-after": Math.max(seconds, 1) };
  if (hindrance?.limit === "requests_per_second")
    return new AppError(
      "RATE_LIMIT_HIT",
      `This organization has reached its limit of ${String(requestsPerSecond)} requests a second`,
      { details },
    );
  if (hindrance?.limit === "concurrent_requests")
    return new AppError(
      "RATE_LIMIT_HIT",
      `This organization has reached its limit of ${String(concurrentRequests)} requests at once`,
      { details },
    );
  return new AppError(
    "RATE_LIMIT_HIT",
    "Too many requests of this organization wait; try again later",
    { details },
  );
}
