import { randomUUID } from "node:crypto";

import { continueScope, type Logger, traced } from "@team-chat/telemetry";
import { PeriodicTask, runInBackground } from "@team-chat/work";

import type { Claim } from "./claim.ts";
import { Runs } from "./runs.ts";

/** Time after the death of a process at which others take over what it works on. */
const claimMs = 5000;
/** Claims that are older than this are renewed. */
const renewAfterMs = 2000;

/** Something that has to be told to a server of somebody else, as a row that this process has claimed. */
export interface Claimed {
  readonly id: number;
  /** The trace of the request that it follows from. */
  readonly traceparent: string | null;
}

export interface ClaimRequest<Item> extends Claim {
  readonly now: Date;
  /** Largest number of rows to claim. */
  readonly limit: number;
  /** Rows that this process works on. */
  readonly running: readonly Item[];
}

/** A family of rows that are delivered step by step, each step claimed, made and recorded. */
export interface DeliveryKind<Item extends Claimed> {
  /** Names a step in traces, and a row in logs. */
  readonly name: string;
  /** Takes due rows, at most `limit`; those that another process has claimed are passed over. */
  readonly claim: (request: ClaimRequest<Item>) => Promise<readonly Item[]>;
  /** Prolongs the claims that the owner still has. */
  readonly renew: (items: readonly Item[], claim: Claim) => Promise<void>;
  /**
   * Takes the next step of a row and records its outcome, which also lets the row go; resolves to its state then. When
   * it rejects the row is claimed again once this claim ends.
   */
  readonly step: (item: Item) => Promise<string>;
}

interface WorkerOptions {
  /** Between two looks for due rows that nobody announced. */
  readonly lookEveryMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * Works off due rows of one kind, as many at a time as there is room for, and takes over what other processes left
 * (docs/subsystems/webhooks.md#the-delivery-worker).
 */
export class DeliveryWorker<Item extends Claimed> {
  readonly #kind: DeliveryKind<Item>;
  readonly #options: WorkerOptions;
  readonly #owner = randomUUID();
  readonly #runs = new Runs<Item>();
  readonly #looks: PeriodicTask;
  readonly #steps = new Map<string, number>();
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(kind: DeliveryKind<Item>, options: WorkerOptions) {
    this.#kind = kind;
    this.#options = options;
    this.#looks = new PeriodicTask({
      everyMs: options.lookEveryMs,
      run: () => this.#renew().finally(() => this.nudge()),
      onError: (error) => {
        options.log.error({ err: error, kind: kind.name }, "renewing claims failed");
      },
    });
  }

  /** Number of rows under way. */
  get running(): number {
    return this.#runs.size;
  }

  /** Number of steps that led to each state since the start. */
  get steps(): ReadonlyMap<string, number> {
    return this.#steps;
  }

  /** Looks for due rows now; to be called when some were noted. */
  nudge(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#again = true;
      return;
    }
    this.#claiming = runInBackground(() => this.#claim())
      .catch((error: unknown) => {
        const { log } = this.#options;
        log.error({ err: error, kind: this.#kind.name }, "claiming what is due failed");
      })
      .finally(() => {
        this.#claiming = undefined;
        if (this.#again) this.nudge();
      });
  }

  /** Keeps the claims on what is under way and looks for due rows, as happens by itself at an interval. */
  look(): Promise<void> {
    return this.#looks.runNow();
  }

  /** Takes no more rows and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#claiming;
    await this.#runs.finished();
    await this.#looks[Symbol.asyncDispose]();
  }

  async #claim(): Promise<void> {
    this.#again = false;
    const claimedAt = this.#options.now();
    const limit = this.#runs.room(claimedAt);
    if (limit <= 0) return;
    const running = this.#runs.items();
    const claim = { now: new Date(claimedAt), limit, running, ...this.#claimFrom(claimedAt) };
    const claimed = await this.#kind.claim(claim);
    for (const item of claimed) this.#runs.add(item, { claimedAt, done: this.#run(item) });
    if (claimed.length === limit) this.#again = true;
  }

  async #renew(): Promise<void> {
    const now = this.#options.now();
    const aging = this.#runs.claimedBefore(now - renewAfterMs);
    if (aging.length > 0) await this.#kind.renew(aging, this.#claimFrom(now));
  }

  #claimFrom(now: number): Claim {
    return { owner: this.#owner, until: new Date(now + claimMs) };
  }

  async #run(item: Item): Promise<void> {
    const { name, step } = this.#kind;
    try {
      const scope = continueScope(undefined, item.traceparent ?? undefined);
      const state = await traced({ name, kind: "client", scope }, () => step(item));
      this.#steps.set(state, (this.#steps.get(state) ?? 0) + 1);
    } catch (error) {
      this.#options.log.error(
        { err: error, kind: name, delivery: item.id },
        "recording a delivery failed; it is tried again when its claim ends",
      );
    } finally {
      this.#runs.delete(item);
      this.nudge();
    }
  }
}
