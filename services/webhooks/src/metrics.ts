import type { DeliveryWorker } from "@team-chat/delivery";
import { defineCounter, defineGauge, measureCaches, type Metrics } from "@team-chat/telemetry";

import type { WebhooksContext } from "./context.ts";
import { type ClaimedDelivery, countWaiting } from "./queries/deliveries.ts";
import { type ClaimedBatch, countWaitingBatches } from "./queries/mail-batches.ts";
import { type ClaimedPush, countWaitingPushes } from "./queries/pushes.ts";
import { wantedForMs } from "./workflows/deliver/schedule.ts";

export const waitingDeliveries = defineGauge({
  name: "webhooks.deliveries.waiting",
  title: "Waiting deliveries",
  unit: "{delivery}",
  meaning: "Deliveries to bots that are neither done nor given up, of all processes together.",
  isShared: true,
});
export const overdueDeliveries = defineGauge({
  name: "webhooks.deliveries.overdue.age",
  title: "Delivery overdue for",
  unit: "s",
  meaning: "For how long the delivery that is due first has been due; 0 when none is.",
  isShared: true,
});
export const oldestDelivery = defineGauge({
  name: "webhooks.deliveries.waiting.age",
  title: "Oldest delivery",
  unit: "s",
  meaning:
    "For how long the oldest waiting delivery has been wanted, however often it was tried and put off; 0 when none waits.",
  isShared: true,
});
export const runningDeliveries = defineGauge({
  name: "webhooks.deliveries.running",
  title: "Deliveries under way",
  unit: "{delivery}",
  meaning: "Deliveries that this process is working on.",
});
export const deliverySteps = defineCounter({
  name: "webhooks.deliveries.steps",
  title: "Steps of deliveries",
  unit: "{step}",
  meaning: "Steps of deliveries that this process has taken, by the state after them.",
  labels: ["state"],
});

export const waitingPushes = defineGauge({
  name: "webhooks.pushes.waiting",
  title: "Waiting pushes",
  unit: "{push}",
  meaning: "Notifications that are still to be pushed, or closed, of all processes together.",
  isShared: true,
});
export const overduePushes = defineGauge({
  name: "webhooks.pushes.overdue.age",
  title: "Push overdue for",
  unit: "s",
  meaning: "For how long the push that is due first has been due; 0 when none is.",
  isShared: true,
});
export const oldestPush = defineGauge({
  name: "webhooks.pushes.waiting.age",
  title: "Oldest push",
  unit: "s",
  meaning:
    "For how long the oldest waiting push has been wanted, however often it was tried and put off; 0 when none waits.",
  isShared: true,
});
export const runningPushes = defineGauge({
  name: "webhooks.pushes.running",
  title: "Pushes under way",
  unit: "{push}",
  meaning: "Pushes that this process is working on.",
});
export const pushSteps = defineCounter({
  name: "webhooks.pushes.steps",
  title: "Steps of pushes",
  unit: "{step}",
  meaning:
    "Steps of pushes that this process has taken, by the state after them; `ended` when the subscription has.",
  labels: ["state"],
});

export const waitingMails = defineGauge({
  name: "webhooks.mails.waiting",
  title: "Missed mail: waiting",
  unit: "{person}",
  meaning:
    "People who are to get e-mail about missed messages, unless they read them before, of all processes together.",
  isShared: true,
});
export const overdueMails = defineGauge({
  name: "webhooks.mails.overdue.age",
  title: "Missed mail: overdue for",
  unit: "s",
  meaning: "For how long the e-mail that is due first has been due; 0 when none is.",
  isShared: true,
});
export const runningMails = defineGauge({
  name: "webhooks.mails.running",
  title: "Missed mail: under way",
  unit: "{person}",
  meaning: "People whom this process is mailing to.",
});
export const mailSteps = defineCounter({
  name: "webhooks.mails.steps",
  title: "Missed mail: steps",
  unit: "{step}",
  meaning:
    "People whom this process has looked at because they had missed messages, by what came of it: `mailed`, `nothing` when all was read, `limited`, or `put_off` when another service did not answer.",
  labels: ["state"],
});

interface Measured extends Pick<WebhooksContext, "db" | "now" | "users"> {
  readonly worker: DeliveryWorker<ClaimedDelivery>;
  readonly pushWorker: DeliveryWorker<ClaimedPush>;
  readonly mailWorker: DeliveryWorker<ClaimedBatch>;
}

/** Measures deliveries, pushes and e-mail: what waits for them in the tables, and what this process does. */
export function measureWebhooks(
  metrics: Metrics,
  { db, mailWorker, now, pushWorker, users, worker }: Measured,
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
  metrics.observe([runningPushes, pushSteps], (tell) => {
    tell(runningPushes, pushWorker.running);
    for (const [state, count] of pushWorker.steps) tell(pushSteps, count, { state });
  });
  metrics.observe([waitingPushes, overduePushes, oldestPush], async (tell) => {
    const { count, overdueSeconds, seconds } = await countWaitingPushes(db, new Date(now()));
    tell(waitingPushes, count);
    tell(overduePushes, overdueSeconds);
    tell(oldestPush, seconds);
  });
  measureMails(metrics, { db, now, mailWorker });
}

function measureMails(
  metrics: Metrics,
  { db, mailWorker, now }: Pick<Measured, "db" | "mailWorker" | "now">,
): void {
  metrics.observe([runningMails, mailSteps], (tell) => {
    tell(runningMails, mailWorker.running);
    for (const [state, count] of mailWorker.steps) tell(mailSteps, count, { state });
  });
  metrics.observe([waitingMails, overdueMails], async (tell) => {
    const { count, overdueSeconds } = await countWaitingBatches(db, new Date(now()));
    tell(waitingMails, count);
    tell(overdueMails, overdueSeconds);
  });
}
