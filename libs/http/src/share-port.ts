import type { Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { acceptWaiting } from "./accept-waiting.ts";
import { joinPort } from "./acceptors.ts";

interface Sharing {
  readonly host: string;
  readonly port: number;
  /** Connections that may wait until they are accepted. */
  readonly backlog: number;
  /** Rejects while the process could not serve what comes to the port. */
  readonly ready: () => Promise<void>;
}

/** Pause between two looks whether a process is ready. */
const lookEveryMs = 100;

/**
 * A port on which other processes of this machine listen too: the kernel gives each new connection to one of them, so
 * it is joined only once this one can serve what comes.
 */
export class SharedPort {
  /** Resolves once the port is shared, or left before. */
  readonly joined: Promise<void>;
  readonly #server: Server;
  #isLeft = false;
  #leave: () => Promise<void> = () => Promise.resolve();

  constructor(server: Server, sharing: Sharing) {
    this.#server = server;
    this.joined = this.#join(sharing);
  }

  /**
   * Leaves the port to the others, after those who wait there already were accepted; resolves when whoever connects
   * comes to another process.
   */
  leave(): Promise<void> {
    this.#isLeft = true;
    return this.#leave();
  }

  async #join({ ready, ...at }: Sharing): Promise<void> {
    while (!this.#isLeft && !(await isDone(ready))) await delay(lookEveryMs);
    if (this.#isLeft) return;
    // With one socket only: the kernel resets what comes to it while it is closed, which takes longer for many.
    const joined = joinPort(this.#server, at, 1);
    this.#leave = async () => {
      const close = await joined;
      await acceptWaiting(this.#server);
      close();
    };
    await joined;
  }
}

function isDone(ready: () => Promise<void>): Promise<boolean> {
  return ready().then(
    () => true,
    () => false,
  );
}
