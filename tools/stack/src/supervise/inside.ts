import { once } from "node:events";
import type { Server } from "node:http";

import type { InsideDefinition } from "../plan/process-definition.ts";
import { portOf, type Wiring } from "../plan/wiring.ts";
import type { ProcessStatus } from "../state/stack-state.ts";

interface Running {
  readonly name: string;
  readonly port: number;
  readonly server: Server;
}

/** Servers that the supervising process runs itself. */
export class Inside {
  #running: readonly Running[] = [];

  /** @throws Error when another program has taken a port */
  async start(definitions: readonly InsideDefinition[], wiring: Wiring): Promise<void> {
    this.#running = definitions.map(({ create, name }) => {
      const port = portOf(wiring, name);
      return { name, port, server: create().listen(port, "127.0.0.1") };
    });
    await Promise.all(
      this.#running.map(async ({ server }) => {
        if (!server.listening) await once(server, "listening");
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#running.map(async ({ server }) => {
        server.close();
        server.closeAllConnections();
        if (server.listening) await once(server, "close");
      }),
    );
    this.#running = [];
  }

  /** Lists them in the order of starting. */
  statuses(): readonly ProcessStatus[] {
    return this.#running.map(({ name, port }) => ({
      name,
      port,
      pid: process.pid,
      state: "ready",
      restarts: 0,
    }));
  }
}
