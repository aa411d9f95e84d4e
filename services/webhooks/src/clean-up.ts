import type { WebhooksContext } from "./context.ts";
import { deleteFinished } from "./queries/deliveries.ts";

/** How long finished deliveries can be looked up and made again. */
const keptMs = 14 * 24 * 3_600_000;

/** Forgets deliveries that were finished long ago. */
export async function cleanUp(ctx: WebhooksContext): Promise<void> {
  const before = new Date(ctx.now() - keptMs);
  while ((await deleteFinished(ctx.db, before)) > 0);
}

/** Does so now and then until it is disposed. */
export function startCleanUp(ctx: WebhooksContext): AsyncDisposable {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => cleanUp(ctx))
      .catch((error: unknown) => {
        ctx.log.error({ err: error }, "cleaning up failed");
      });
  }, 600_000);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
