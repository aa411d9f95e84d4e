import { setTimeout as delay } from "node:timers/promises";

import type { Measurement } from "../bench.ts";
import { RawConnection } from "../http/raw-connection.ts";
import { lastReceivedAt, PollFleet } from "../load/poll-fleet.ts";
import { FloorProcess } from "./floor-process.ts";

interface FanOutOptions {
  readonly receivers: number;
  /** With it, each trigger makes one durable insert first. */
  readonly databaseUrl?: string;
  /** Returns the address under which the receivers reach the program; its own when left out. */
  readonly reach?: (url: URL) => Promise<URL>;
}

const trigger = "POST /trigger HTTP/1.1\r\nhost: floor\r\n\r\n";

/** The raw-socket fan-out floor with its parked receivers. */
export class FanOutFloor {
  static readonly poll = "GET /poll HTTP/1.1\r\nhost: floor\r\n\r\n";
  readonly #program: FloorProcess;
  readonly #fleet: PollFleet;
  readonly #sender: RawConnection;
  readonly #receivers: number;

  private constructor(parts: {
    program: FloorProcess;
    fleet: PollFleet;
    sender: RawConnection;
    receivers: number;
  }) {
    this.#program = parts.program;
    this.#fleet = parts.fleet;
    this.#sender = parts.sender;
    this.#receivers = parts.receivers;
  }

  static async start(
    { receivers, databaseUrl, reach = (url) => Promise.resolve(url) }: FanOutOptions,
    resources: AsyncDisposableStack,
  ): Promise<FanOutFloor> {
    const environment = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const program = resources.use(await FloorProcess.start("fan-out", environment));
    const fleet = resources.use(await PollFleet.open(await reach(program.url), receivers));
    const sender = resources.use(await RawConnection.open(program.url));
    return new FanOutFloor({ program, fleet, sender, receivers });
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** Sets the whole response, head included, that every receiver gets. */
  async respondWith(response: Buffer): Promise<void> {
    await this.#program.order({ kind: "respond-with", base64: response.toString("base64") });
  }

  /** Parks all receivers, triggers, and times from the trigger's first byte to the last receiver's last. */
  async measure(whileWaiting = () => Promise.resolve()): Promise<Measurement> {
    const polls = this.#fleet.park(() => FanOutFloor.poll);
    // Handled below as well; this only keeps a failure during the waiting from being reported as unhandled.
    polls.catch(() => undefined);
    await this.#untilParked();
    await this.#fleet.untilQuiet();
    await whileWaiting();
    const sentAt = performance.now();
    const [responses] = await Promise.all([polls, this.#sender.request(trigger)]);
    const value = lastReceivedAt(responses) - sentAt;
    return { value, latenciesMs: responses.map(({ receivedAt }) => receivedAt - sentAt) };
  }

  async #untilParked(): Promise<void> {
    for (let tries = 0; tries < 500; tries += 1) {
      const reply = await this.#program.order({ kind: "count-parked" });
      if (reply.kind === "parked" && reply.count === this.#receivers) {
        return;
      }
      await delay(20);
    }
    throw new Error(`${this.#receivers} polls were not parked within 10 s`);
  }
}

/** Returns a whole HTTP response of the size of one ordinary message event, for when no real one was recorded. */
export function sampleEventResponse(bodyBytes = 1200): Buffer {
  const body = "x".repeat(bodyBytes);
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${bodyBytes}\r\n\r\n${body}`,
  );
}
