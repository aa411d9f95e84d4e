import { setTimeout as delay } from "node:timers/promises";

import { jetstreamManager } from "@nats-io/jetstream";
import { eventStreamName } from "@team-chat/contract";

import type { Nats } from "./connect.ts";
import type { Durable } from "./durables.ts";

const lookEveryMs = 10;

/**
 * Resolves when a durable consumer, in whatever process, has handled all that was in its stream when this was called.
 * @throws Error when that takes longer than `patienceMs`, or when NATS cannot be asked
 */
export async function whenHandled(
  nats: Nats,
  of: { readonly partition: number; readonly durable: Durable; readonly patienceMs: number },
): Promise<void> {
  const manager = await jetstreamManager(nats, { timeout: of.patienceMs });
  const stream = eventStreamName(of.partition);
  const { state } = await manager.streams.info(stream);
  const until = performance.now() + of.patienceMs;
  for (;;) {
    const { ack_floor: handled, ...left } = await manager.consumers.info(stream, of.durable);
    if (handled.stream_seq >= state.last_seq) return;
    if (left.num_pending + left.num_ack_pending === 0) return;
    if (performance.now() > until) throw new Error(`${of.durable} is behind its stream.`);
    await delay(lookEveryMs);
  }
}
