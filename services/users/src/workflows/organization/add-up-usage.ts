import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import { addUpRequests } from "../../queries/organization/request-counts.ts";

const everyMs = 3_600_000;
/** Organizations and days of one statement. */
const batch = 200;

/** Adds up, in batches, what processes have counted on days that are over. */
export async function addUpUsage({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  while ((await addUpRequests(db, now(), batch)) === batch);
}

/** Does so at an interval, until disposed of. */
export function addUpUsageRegularly(ctx: Pick<Context, "db" | "log" | "now">): PeriodicTask {
  return new PeriodicTask({
    everyMs,
    run: () => addUpUsage(ctx),
    onError: (error) => {
      ctx.log.error({ err: error }, "what processes have counted is added up later");
    },
  });
}
