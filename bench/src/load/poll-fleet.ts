import { setTimeout as delay } from "node:timers/promises";

import { RawConnection } from "../http/raw-connection.ts";
import type { RawResponse } from "../http/response-parser.ts";
import { collectGarbage } from "./collect-garbage.ts";

const connectAtOnce = 200;

/** Many raw keep-alive connections of one process, each holding one long poll. */
export class PollFleet implements Disposable {
  readonly #connections: readonly RawConnection[];

  private constructor(connections: readonly RawConnection[]) {
    this.#connections = connections;
  }

  static async open(url: URL, count: number): Promise<PollFleet> {
    const connections: RawConnection[] = [];
    while (connections.length < count) {
      const more = Math.min(connectAtOnce, count - connections.length);
      const opened = Array.from({ length: more }, () => RawConnection.open(url));
      connections.push(...(await Promise.all(opened)));
    }
    return new PollFleet(connections);
  }

  /** Sends every connection's poll; the answer settles when all have been answered, in the order of the connections. */
  park(request: (member: number) => string | Buffer, timeoutMs = 60_000): Promise<RawResponse[]> {
    return Promise.all(
      this.#connections.map((connection, member) => connection.request(request(member), timeoutMs)),
    );
  }

  /**
   * Waits long enough for the polls just sent to be read and parked, and collects what the client left behind when it
   * made them; the same on both sides of a bench.
   */
  async untilQuiet(): Promise<void> {
    await delay(100 + this.#connections.length * 0.3);
    collectGarbage();
  }

  /**
   * Sends every connection's poll and leaves them parked for `settleMs`; they end with the fleet.
   * @throws Error when one was answered or lost meanwhile.
   */
  async holdParked(request: (member: number) => string, settleMs: number): Promise<void> {
    // Ending with the fleet is no failure; ending before is noticed below.
    this.park(request).catch(() => undefined);
    await delay(settleMs);
    const ended = this.#connections.filter(({ isWaiting }) => !isWaiting).length;
    if (ended > 0) {
      throw new Error(`${ended} of ${this.#connections.length} polls did not stay parked`);
    }
  }

  [Symbol.dispose](): void {
    this.#connections.forEach((connection) => connection[Symbol.dispose]());
  }
}

/** Returns the time at which the last of them got its last byte, as `performance.now()` counts. */
export function lastReceivedAt(responses: readonly RawResponse[]): number {
  return responses.reduce((last, { receivedAt }) => Math.max(last, receivedAt), 0);
}
