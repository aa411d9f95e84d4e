import { noteDeliveries } from "@team-chat/contract";
import { PeriodicTask } from "@team-chat/work";

import type { WebhooksContext } from "../context.ts";
import { listDueDays, markNoted } from "../queries/delivery-days.ts";

const self = { kind: "service", name: "webhooks" } as const;
const everyMs = 60_000;
const batch = 500;

/**
 * Tells users how many deliveries there were on each day so far, in batches. Several processes may do so at once, and
 * again after one has died: what is told is a sum, of which the greatest counts.
 */
export async function noteUsage({
  db,
  usersClient,
}: Pick<WebhooksContext, "db" | "usersClient">): Promise<void> {
  for (;;) {
    const due = await listDueDays(db, batch);
    const [first] = due;
    if (first === undefined) return;
    await usersClient.call(noteDeliveries, self, { entries: [...due] }, { realmId: first.realmId });
    await markNoted(db, due);
  }
}

/** Does so at an interval, until disposed of. */
export function noteUsageRegularly(ctx: WebhooksContext): PeriodicTask {
  return new PeriodicTask({
    everyMs,
    run: () => noteUsage(ctx),
    onError: (error) => {
      ctx.log.warn({ err: error }, "how many deliveries there were is noted later");
    },
  });
}
