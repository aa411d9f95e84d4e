import { hasType } from "@team-chat/contract";
import { consumeBundles, consumePartitions, gatherBundles, type Nats } from "@team-chat/nats";
import { failureLog } from "@team-chat/telemetry";

import type { WebhooksContext } from "../context.ts";
import { noteDeliveries } from "./note-deliveries.ts";
import { missedTypes, noteMissed } from "./note-missed.ts";
import { notePushes, pushedTypes } from "./note-pushes.ts";

/** Bundles that are noted together at most: within the three seconds after which they would come again. */
const notedTogether = 256;

/** Time that what nobody waits for leaves to those who wait for the message itself; nobody notices it in a push. */
const noteAfterMs = 30;

interface Consuming {
  readonly partitions: number;
  readonly nats: Nats;
  /** To be called when deliveries to bots were noted. */
  readonly deliveriesNoted: () => void;
  /** To be called when pushes were noted. */
  readonly pushesNoted: () => void;
  /** E-mail waits anyhow: what is looked at together costs one look at users, and one at each topic. */
  readonly noteMissedEveryMs: number;
}

/** Follows messages until disposed of. */
export function startConsumers(ctx: WebhooksContext, consuming: Consuming): AsyncDisposable {
  const { deliveriesNoted, nats, noteMissedEveryMs, partitions, pushesNoted } = consuming;
  const failed = (what: string) => failureLog(ctx.log, `consuming messages for ${what} failed`);
  return consumePartitions(partitions, (of) => [
    consumeBundles(nats, {
      ...of,
      durable: "webhooks",
      onError: failed("bots"),
      concerns: ({ mayReachBots }) => mayReachBots,
      handle: async (bundle) => {
        if (await noteDeliveries(ctx, bundle)) deliveriesNoted();
      },
    }),
    gatherBundles(nats, {
      ...of,
      durable: "pushes",
      onError: failed("notifications"),
      // Where nothing is pushed they are passed over all the same, so that they do not wait for the day when it is.
      concerns: (facts) => ctx.vapid !== null && hasType(pushedTypes)(facts),
      read: (received) => received,
      everyMs: 0,
      patienceMs: noteAfterMs,
      handleAll: async (received) => {
        if (await notePushes(ctx, received)) pushesNoted();
      },
    }),
    gatherBundles(nats, {
      ...of,
      durable: "mails",
      onError: failed("e-mail"),
      concerns: hasType(missedTypes),
      read: (received) => received.parse(),
      everyMs: noteMissedEveryMs,
      patienceMs: noteAfterMs,
      maxTogether: notedTogether,
      handleAll: (bundles) => noteMissed(ctx, bundles),
    }),
  ]);
}
