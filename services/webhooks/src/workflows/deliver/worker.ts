import { randomUUID } from "node:crypto";

import { continueScope, describeSpan, traced } from "@team-chat/telemetry";
import { PeriodicTask, runInBackground } from "@team-chat/work";

import type { WebhooksContext } from "../../context.ts";
import { claimDue, claimLate, renewClaims } from "../../queries/claims.ts";
import type { ClaimedDelivery } from "../../queries/deliveries.ts";
import { advance } from "./advance.ts";
import { record } from "./record.ts";
import { Runs } from "./runs.ts";

/** Time after the death of a process at which others take over its deliveries. */
const claimMs = 5000;
/** Claims that are older than this are renewed. */
const renewAfterMs = 2000;

/** Works off due deliveries, as many at a time as there is room for (docs/subsystems/webhooks.md). */
export class Worker {
  readonly #ctx: WebhooksContext;
  readonly #owner = randomUUID();
  readonly #runs = new Runs();
  readonly #looks: PeriodicTask;
  readonly #steps = new Map<string, number>();
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(ctx: WebhooksContext, lookEveryMs: number) {
    this.#ctx = ctx;
    this.#looks = new PeriodicTask({
      everyMs: lookEveryMs,
      run: () => this.#renew().finally(() => this.nudge()),
      onError: (error) => {
        ctx.log.error({ err: error }, "renewing claims of deliveries failed and is tried again");
      },
    });
  }

  /** Number of deliveries under way. */
  get running(): number {
    return this.#runs.size;
  }

  /** Number of steps of deliveries that led to each state since the start. */
  get steps(): ReadonlyMap<string, number> {
    return this.#steps;
  }

  /** Looks for due deliveries now; to be called when some were noted. */
  nudge(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#again = true;
      return;
    }
    this.#claiming = runInBackground(() => this.#claim())
      .catch((error: unknown) => {
        this.#ctx.log.error({ err: error }, "claiming due deliveries failed and is tried again");
      })
      .finally(() => {
        this.#claiming = undefined;
        if (this.#again) this.nudge();
      });
  }

  /** Keeps the claims on what is under way and looks for due deliveries, as happens by itself at an interval. */
  look(): Promise<void> {
    return this.#looks.runNow();
  }

  /** Takes no more deliveries and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#claiming;
    await this.#runs.finished();
    await this.#looks[Symbol.asyncDispose]();
  }

  async #claim(): Promise<void> {
    this.#again = false;
    const claimedAt = this.#ctx.now();
    const limit = this.#runs.room(claimedAt);
    if (limit <= 0) return;
    const claim = { now: new Date(claimedAt), ...this.#claimFrom(claimedAt) };
    const late = await claimLate(this.#ctx.db, { ...claim, limit });
    const busy = this.#runs.busy();
    const due = await claimDue(this.#ctx.db, { ...claim, limit: limit - late.length, busy });
    for (const delivery of [...late, ...due])
      this.#runs.add(delivery, { claimedAt, done: this.#run(delivery) });
    if (late.length + due.length === limit) this.#again = true;
  }

  async #renew(): Promise<void> {
    const now = this.#ctx.now();
    const aging = this.#runs.claimedBefore(now - renewAfterMs);
    if (aging.length > 0) await renewClaims(this.#ctx.db, aging, this.#claimFrom(now));
  }

  #claimFrom(now: number) {
    return { owner: this.#owner, until: new Date(now + claimMs) };
  }

  async #run(delivery: ClaimedDelivery): Promise<void> {
    try {
      const scope = continueScope(undefined, delivery.traceparent ?? undefined);
      const facts = { name: "deliver to bot", kind: "client", scope } as const;
      await traced(facts, () => this.#step(delivery));
    } catch (error) {
      this.#ctx.log.error(
        { err: error, delivery: delivery.id },
        "recording a delivery failed; it is tried again when its claim ends",
      );
    } finally {
      this.#runs.delete(delivery);
      this.nudge();
    }
  }

  async #step(delivery: ClaimedDelivery): Promise<void> {
    const step = await advance(this.#ctx, delivery);
    await record(this.#ctx, delivery, step);
    const { attempts, botId, id, lastStatus, realmId, state } = step.next;
    describeSpan({
      realm: realmId,
      bot: botId,
      state,
      "http.response.status_code": lastStatus ?? 0,
    });
    this.#steps.set(state, (this.#steps.get(state) ?? 0) + 1);
    this.#ctx.log.info(
      { realm: realmId, delivery: id, botId, attempts, status: lastStatus, state },
      "a delivery to a bot was tried",
    );
  }
}
