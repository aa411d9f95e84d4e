import { DeliveryWorker } from "@team-chat/delivery";
import { failureLog } from "@team-chat/telemetry";
import { PeriodicTask } from "@team-chat/work";

import type { Context } from "../../context.ts";
import type { ClaimedDestination } from "../../queries/audit/sending.ts";
import { destinationDeliveries } from "./destination-deliveries.ts";
import { findGrownLogs } from "./find-grown-logs.ts";

/** Between two looks for new entries. */
const growthEveryMs = 5000;
/** Between two looks for destinations that are due. */
const lookEveryMs = 1000;

/** Sender of the audit log in this process. */
export interface AuditSending extends AsyncDisposable {
  readonly worker: DeliveryWorker<ClaimedDestination>;
  /** Looks for new entries, and for destinations that are due. */
  readonly look: () => Promise<void>;
}

/** Sends new entries of the audit log to where they are wanted, until disposed of. */
export function sendAuditLog(ctx: Context): AuditSending {
  const options = { lookEveryMs, now: ctx.now, log: ctx.log };
  const worker = new DeliveryWorker(destinationDeliveries(ctx), options);
  const growth = new PeriodicTask({
    everyMs: growthEveryMs,
    async run() {
      await findGrownLogs(ctx);
      worker.nudge();
    },
    onError: failureLog(ctx.log, "new entries of the audit log are sent later"),
  });
  return {
    worker,
    look: async () => {
      await growth.runNow();
      await worker.look();
    },
    [Symbol.asyncDispose]: async () => {
      await growth[Symbol.asyncDispose]();
      await worker.stop();
    },
  };
}
