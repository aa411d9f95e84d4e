import type { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";

const patienceMs = 1000;

/**
 * Resolves when nobody waits any more to be accepted by a server that others are no longer sent to: the kernel resets
 * connections that wait when it is closed, and a turn of the event loop accepts one of them.
 */
export async function acceptWaiting(server: EventEmitter): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on("connection", count);
  const deadline = performance.now() + patienceMs;
  for (let before = -1; before < accepted && performance.now() < deadline;) {
    before = accepted;
    // Of two turns at least one looks at the server from its beginning.
    await nextTurn();
    await nextTurn();
  }
  server.off("connection", count);
}
