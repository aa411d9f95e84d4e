import { newScope, traced } from "@team-chat/telemetry";

import type { WebhooksContext } from "../context.ts";
import { claimDue, type Delivery, updateClaimed } from "../queries/deliveries.ts";
import { advance } from "./advance.ts";

const concurrency = 64;
/** Longer than a step can take (docs/subsystems/webhooks.md), so that no other process takes over a delivery that is under way. */
export const claimMs = 30_000;

/** Works off due deliveries, as many at a time as there is room for. */
export class Worker {
  readonly #ctx: WebhooksContext;
  readonly #running = new Set<Promise<void>>();
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(ctx: WebhooksContext) {
    this.#ctx = ctx;
  }

  /** Looks for due deliveries now; to be called when some were noted, and every second. */
  nudge(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#again = true;
      return;
    }
    this.#claiming = this.#claim()
      .catch((error: unknown) => {
        this.#ctx.log.error({ err: error }, "claiming failed");
      })
      .finally(() => {
        this.#claiming = undefined;
        if (this.#again) this.nudge();
      });
  }

  /** Takes no more deliveries and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#claiming;
    await Promise.all(this.#running);
  }

  async #claim(): Promise<void> {
    this.#again = false;
    const limit = concurrency - this.#running.size;
    if (limit === 0) return;
    const now = this.#ctx.now();
    const due = await claimDue(this.#ctx.db, {
      limit,
      now: new Date(now),
      until: new Date(now + claimMs),
    });
    for (const delivery of due) this.#run(delivery);
    if (due.length === limit) this.#again = true;
  }

  #run(delivery: Delivery): void {
    const running = traced({ name: "deliver", kind: "internal", scope: newScope() }, () =>
      this.#step(delivery),
    )
      .catch((error: unknown) => {
        this.#ctx.log.error({ err: error, delivery: delivery.id }, "recording failed");
      })
      .finally(() => {
        this.#running.delete(running);
        this.nudge();
      });
    this.#running.add(running);
  }

  async #step(delivery: Delivery): Promise<void> {
    const { db, log } = this.#ctx;
    const next = await advance(this.#ctx, delivery);
    await updateClaimed(db, next);
    const { attempts, botId, id, lastStatus, realmId, state } = next;
    log.info({ realmId, delivery: id, botId, attempts, status: lastStatus, state }, "delivery");
  }
}
