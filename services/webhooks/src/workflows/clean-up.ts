import { PeriodicTask } from "@team-chat/work";

import type { WebhooksContext } from "../context.ts";
import { deleteFinished } from "../queries/deliveries.ts";
import { deleteMailCounts } from "../queries/mail-counts.ts";
import { deleteEndedMissed } from "../queries/missed-messages.ts";
import { deleteFinishedPushes } from "../queries/pushes.ts";

/** Time for which finished deliveries can be looked up and made again. */
const keptMs = 14 * 24 * 3_600_000;
/** Time for which a notification that was shown can be closed again. */
const closableMs = 7 * 24 * 3_600_000;

/** Time after which no hour and no day is the present one. */
const countedMs = 2 * 24 * 3_600_000;

/** Time after which what was mailed is not noted again: such messages are too old (`staleMs`). */
const mailedMs = 13 * 3_600_000;

/** Forgets deliveries, pushes and e-mail that were finished long ago. */
export async function cleanUp(ctx: WebhooksContext): Promise<void> {
  const before = new Date(ctx.now() - keptMs);
  while ((await deleteFinished(ctx.db, before)) > 0);
  const shownBefore = new Date(ctx.now() - closableMs);
  while ((await deleteFinishedPushes(ctx.db, shownBefore)) > 0);
  const mailedBefore = new Date(ctx.now() - mailedMs);
  while ((await deleteEndedMissed(ctx.db, mailedBefore)) > 0);
  const countedBefore = new Date(ctx.now() - countedMs);
  while ((await deleteMailCounts(ctx.db, countedBefore)) > 0);
}

/** Forgets old deliveries at an interval, until disposed of. */
export function startCleanUp(ctx: WebhooksContext): PeriodicTask {
  return new PeriodicTask({
    everyMs: 600_000,
    run: () => cleanUp(ctx),
    onError: (error) => {
      ctx.log.error({ err: error }, "deleting old deliveries failed and is tried again");
    },
  });
}
