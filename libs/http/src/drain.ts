import { once } from "node:events";
import type { Server } from "node:http";
import type { Duplex } from "node:stream";

import { type InProcessServer, maxAnswerWaitMs, type RpcServer } from "@team-chat/rpc";

import { acceptWaiting } from "./accept-waiting.ts";
import type { Takeover } from "./takeover.ts";

const idleSweepMs = 20;
const firstRequestMs = 300;

/** Times that a server waits when it stops, in ms. */
export interface Patience {
  /**
   * Time between failing readiness and refusing connections, for load balancers and callers to notice; 0 when left out.
   */
  readonly drainMs?: number;
  /**
   * Requests that are still not answered after this time are cut off; 30 s when left out, for as long as callers wait:
   * while processes are replaced, requests are slow.
   */
  readonly graceMs?: number;
}

interface Draining {
  readonly server: Server;
  /** Closes further sockets that listen for it. */
  readonly closeOthers: () => void;
  /** All its connections. */
  readonly open: ReadonlySet<Duplex>;
  /** Connections on which nothing was asked yet. */
  readonly unused: ReadonlySet<Duplex>;
  readonly rpc: RpcServer | undefined;
  /** Serves callers of this process. */
  readonly inProcess: InProcessServer | undefined;
  readonly takeover: Takeover | undefined;
}

/** Lets running requests finish, and closes connections as they go idle. Resolves when all are closed. */
export async function drain(
  { closeOthers, inProcess, open, rpc, server, takeover, unused }: Draining,
  { drainMs = 0, graceMs = maxAnswerWaitMs }: Patience,
): Promise<void> {
  // Who calls over a connection of our processes goes to others at once.
  rpc?.stop();
  inProcess?.stop();
  if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
  await acceptWaiting(server);
  const ended = once(server, "close");
  server.close();
  closeOthers();
  const timers = [
    // Connections whose last answer was begun before stopping go idle only later. What has arrived meanwhile is read
    // first: a connection that is closed before that is reset, and its request lost.
    setInterval(() => setImmediate(() => server.closeIdleConnections()), idleSweepMs),
    // Node does not count a connection without any request as idle; its first may still be on the way.
    setTimeout(() => {
      setImmediate(() => {
        for (const socket of unused) socket.destroy();
      });
    }, firstRequestMs),
    setTimeout(() => {
      server.closeAllConnections();
      rpc?.close();
      inProcess?.close();
      takeover?.cut();
    }, graceMs),
  ];
  await ended;
  // The server does not count those that came to other sockets.
  for (const socket of open) await new Promise((resolve) => socket.once("close", resolve));
  await inProcess?.finished();
  inProcess?.close();
  for (const timer of timers) clearTimeout(timer);
}
