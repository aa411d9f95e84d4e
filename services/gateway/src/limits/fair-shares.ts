import type { OrganizationShare } from "@team-chat/contract";
import { AppError } from "@team-chat/errors";
import { type Cost, FairQueue, type Payer } from "@team-chat/work";

import { type Exceeded, rateOf, Rates } from "./rates.ts";

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
  /** Refuses it when it has waited too long. */
  readonly timer: NodeJS.Timeout;
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
  | Exceeded
  | { readonly limit: "concurrent_requests" | "gateway"; readonly waitMs?: undefined };

/** Limits what an organization has waiting to what it may begin in so many seconds. */
const queueSeconds = 3;
/** Limits what waits to so many for each that may be under way, where nothing but that is limited. */
const waitingPerTurn = 8;
const leastQueue = 16;
const longestQueue = 10_000;
/** Whoever waited so long is refused, as what began meanwhile took more than was thought. */
const patienceMs = 10_000;

/**
 * Decides whose request is passed on next. Each organization has its limits and a queue of its own; organizations take
 * turns by their weights, and within each its users. Counts in the memory of this process, so that it needs nobody else
 * (docs/hosting.md#fair-shares).
 */
export class FairShares implements Disposable {
  readonly #atOnce: () => number;
  readonly #queue = new FairQueue<Job>();
  readonly #accounts = new Map<number, Account>();
  readonly #rates = new Rates();
  #running = 0;
  readonly #waiting = new Set<Job>();
  #refused = 0;

  constructor({ atOnce }: FairSharesParts) {
    this.#atOnce = atOnce;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
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

  /** Has an organization pay for what a request of it took: what comes next waits for that. */
  charge(realmId: number, share: OrganizationShare, { databaseUs, processorUs }: Cost): void {
    const [processor, database] = [processorUs / 1000, databaseUs / 1000];
    this.#rates.take(realmId, share, { limit: "processor_ms_per_second", amount: processor });
    this.#rates.take(realmId, share, { limit: "database_ms_per_second", amount: database });
  }

  [Symbol.dispose](): void {
    for (const { timer } of [...this.#accounts.values(), ...this.#waiting]) clearTimeout(timer);
  }

  #wait(claim: Claim, client: Client): Promise<Turn> {
    const { realmId, share, userId } = claim;
    const account = this.#accountOf(claim);
    const ofUser = account.waitingOf.get(userId) ?? 0;
    const most = queueLength(share);
    const hindrance = this.#hindrance(realmId, account);
    // One user leaves room for the others.
    const isFull = account.waiting >= most || ofUser >= Math.ceil(most / 2);
    if (isFull || (hindrance?.waitMs ?? 0) > queueSeconds * 1000)
      throw this.#refusal(account, hindrance);
    account.waiting += 1;
    account.waitingOf.set(userId, ofUser + 1);
    return new Promise((begin, refuse) => {
      const payer = { realmId, userId, weight: share.weight };
      const end = (error: () => AppError) => {
        if (job.state !== "waiting") return;
        refuse(error());
        this.#leaveQueue(job, account, "gone");
      };
      const tooLate = () => this.#refusal(account, this.#hindrance(realmId, account));
      const timer = setTimeout(() => end(tooLate), patienceMs);
      const job: Job = { payer, claim, begin, timer, state: "waiting" };
      client.once("close", () =>
        end(() => new AppError("SERVICE_UNAVAILABLE", "The client went away.")),
      );
      this.#waiting.add(job);
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
      if (hindrance?.waitMs !== undefined) this.#lookAgain(account, hindrance.waitMs);
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
    clearTimeout(job.timer);
    this.#waiting.delete(job);
    account.waiting -= 1;
    const ofUser = (account.waitingOf.get(userId) ?? 1) - 1;
    if (ofUser === 0) account.waitingOf.delete(userId);
    else account.waitingOf.set(userId, ofUser);
    if (state === "gone") this.#forgetIdle(realmId, account);
  }

  #begin({ cost, realmId }: Claim, account: Account): Turn {
    account.running += 1;
    this.#running += 1;
    this.#rates.take(realmId, account.share, { limit: "requests_per_second", amount: cost });
    let isHeld = true;
    return {
      end: () => {
        if (!isHeld) return;
        isHeld = false;
        account.running -= 1;
        this.#running -= 1;
        this.#forgetIdle(realmId, account);
        if (this.#waiting.size > 0) this.#beginNext();
      },
    };
  }

  #hindrance(realmId: number, { running, share }: Account): Hindrance | null {
    const { concurrentRequests } = share;
    const exceeded = this.#rates.findExceeded(realmId, share);
    if (exceeded !== null) return exceeded;
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

  #refusal(account: Account, hindrance: Hindrance | null): AppError {
    this.#refused += 1;
    return refusal(account, hindrance);
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

const rateTexts = {
  requests_per_second: "requests",
  processor_ms_per_second: "ms of processor time",
  database_ms_per_second: "ms of database time",
} as const;

function refusal({ share, waiting }: Account, hindrance: Hindrance | null): AppError {
  const { concurrentRequests, requestsPerSecond } = share;
  const queueS = requestsPerSecond === null ? 1 : Math.ceil(waiting / requestsPerSecond);
  const waitS = Math.ceil((hindrance?.waitMs ?? 0) / 1000);
  const details = { "retry-after": Math.max(queueS, waitS, 1) };
  if (hindrance?.waitMs !== undefined) {
    const { limit } = hindrance;
    return new AppError(
      "RATE_LIMIT_HIT",
      `This organization has reached its limit of ${String(rateOf(share, limit))} ${rateTexts[limit]} a second`,
      { details },
    );
  }
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
