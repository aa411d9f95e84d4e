import { DeliveryWorker } from "@team-chat/delivery";
import type { Logger } from "@team-chat/telemetry";

import type { Context } from "../../context.ts";
import { cleanFilesRegularly } from "../files/clean-files.ts";
import { linkedPages } from "../files/linked-pages.ts";
import { makeThumbnailsRegularly } from "../files/make-thumbnails.ts";
import { importRegularly } from "../imports/run-imports.ts";
import { Retention } from "../retention/retention.ts";
import { deliverRegularly } from "../scheduling/deliver-due.ts";
import { exportRegularly } from "./run-exports.ts";

const retentionLookEveryMs = 60_000;
const pagesLookEveryMs = 1000;

/** Work that is done at an interval, and can be done at once. */
export interface Tasks {
  readonly retention: Retention;
  /** Removes files that nobody wants any more. */
  readonly cleanFiles: () => Promise<void>;
  /** Begins to look up linked pages that are due. */
  readonly lookUpPages: () => Promise<void>;
  /** Makes thumbnails that are due. */
  readonly makeThumbnails: () => Promise<void>;
  /** Makes exports that are due. */
  readonly runExports: () => Promise<void>;
  /** Takes in organizations that are due. */
  readonly runImports: () => Promise<void>;
}

/** Starts what happens by itself at an interval, until the stack is disposed of. */
export function startTasks(ctx: Context, log: Logger, stack: AsyncDisposableStack): Tasks {
  const { now } = ctx;
  stack.use(deliverRegularly(ctx, log));
  const retention = stack.use(new Retention({ ctx, log, now, lookEveryMs: retentionLookEveryMs }));
  const pages = stack.adopt(
    new DeliveryWorker(linkedPages(ctx, log), { lookEveryMs: pagesLookEveryMs, now, log }),
    (open) => open.stop(),
  );
  const thumbnails = stack.use(makeThumbnailsRegularly(ctx, log));
  const cleaning = stack.use(cleanFilesRegularly(ctx, log));
  const importing = stack.use(importRegularly(ctx, log));
  const exporting = stack.use(exportRegularly(ctx, log));
  return {
    retention,
    cleanFiles: () => cleaning.runNow(),
    lookUpPages: () => pages.look(),
    makeThumbnails: () => thumbnails.runNow(),
    runExports: exporting.runNow,
    runImports: importing.runNow,
  };
}
