import { defineCounter, defineGauge, measureCaches, type Metrics } from "@team-chat/telemetry";

import type { WebhooksContext } from "./context.ts";
import type { DeliveryWorker } from "./domain/delivery/delivery-worker.ts";
import { type ClaimedDelivery, countWaiting } from "./queries/deliveries.ts";
import { wantedForMs } from "./workflows/deliver/schedule.ts";

export const waitingDeliveries = defineGauge({
  name: "webhooks.deliveries.waiting",
  unit: "{delivery}",
  meaning: "Deliveries to bots that are neither done nor given up, of all processes together.",
});
export const overdueDeliveries = defineGauge({
  name: "webhooks.deliveries.overdue.age",
  unit: "s",
  meaning: "For how long the delivery that is due first has been due; 0 when none is.",
});
export const oldestDelivery = defineGauge({
  name: "webhooks.deliveries.waiting.age",
  unit: "s",
  meaning:
    "For how long the oldest of these deliveries has been wanted, however often it was tried and put off; 0 when none waits.",
});
export const runningDeliveries = defineGauge({
  name: "webhooks.deliveries.running",
  unit: "{delivery}",
  meaning: "Deliveries that this process is working on.",
});
export const deliverySteps = defineCounter({
  name: "webhooks.deliveries.steps",
  unit: "{step}",
  meaning: "Steps of deliveries that this process has taken, by the state after them.",
  labels: ["state"],
});

/** Measures deliveries: what waits for them in the table, and what this process does. */
export function measureWebhooks(
  metrics: Metrics,
  {
    db,
    now,
    users,
    worker,
  }: Pick<WebhooksContext, "db" | "now" | "users"> & {
    readonly worker: DeliveryWorker<ClaimedDelivery>;
  },
): void {
  measureCaches(metrics, { users });
  metrics.observe([runningDeliveries, deliverySteps], (tell) => {
    tell(runningDeliveries, worker.running);
    for (const [state, count] of worker.steps) tell(deliverySteps, count, { state });
  });
  metrics.observe([waitingDeliveries, overdueDeliveries, oldestDelivery], async (tell) => {
    const { count, firstEnd, overdueSeconds } = await countWaiting(db, new Date(now()));
    tell(waitingDeliveries, count);
    tell(overdueDeliveries, overdueSeconds);
    tell(oldestDelivery, firstEnd === null ? 0 : wantedForMs(firstEnd, now()) / 1000);
  });
}
