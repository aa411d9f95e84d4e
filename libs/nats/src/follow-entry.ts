import { setTimeout as delay } from "node:timers/promises";

import type { Nats } from "./connect.ts";
import { openEpochs } from "./epochs.ts";

interface FollowOptions {
  /** Name of the entry: of a partition, for its mark. */
  readonly key: string;
  /** Called with the value that holds and with each that follows, some of them perhaps more than once. */
  readonly onValue: (value: string) => void;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const retryMs = 200;

/**
 * Follows an entry of the bucket of epochs until the signal aborts. Begins anew after every reconnection: the bucket
 * may be an older copy then.
 */
export async function followEntry(nats: Nats, options: FollowOptions): Promise<void> {
  const { key, onError, onValue, signal } = options;
  let stop: (() => void) | undefined;
  signal.addEventListener("abort", () => stop?.(), { once: true });
  restartOnReconnect(nats, signal, () => stop?.()).catch(onError);
  while (!signal.aborted) {
    try {
      const changes = await (await openEpochs(nats)).watch({ key });
      stop = () => {
        changes.stop();
      };
      if (signal.aborted) stop();
      for await (const change of changes) if (change.operation === "PUT") onValue(change.string());
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await delay(retryMs, undefined, { signal }).catch(() => undefined);
  }
}

async function restartOnReconnect(
  nats: Nats,
  signal: AbortSignal,
  restart: () => void,
): Promise<void> {
  for await (const status of nats.status()) {
    if (signal.aborted) return;
    if (status.type === "reconnect") restart();
  }
}
