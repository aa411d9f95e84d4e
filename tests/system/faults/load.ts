import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "../client.ts";
import { betweenMs } from "./pace.ts";

/** Members who send one message after the other into a topic of their own, each until it is acknowledged. */
export class Load {
  readonly topic: string;
  /** Message ids in the order of acknowledgement, by sender. */
  readonly acknowledged: readonly number[][];
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(senders: readonly Client[], topic: string) {
    this.topic = topic;
    this.acknowledged = senders.map(() => []);
    const sending = senders.map((sender, index) => this.#send(sender, index));
    this.#running = Promise.all(sending).then(() => undefined);
  }

  /** Resolves when all that was begun is acknowledged. */
  async stop(): Promise<readonly number[]> {
    this.#stopped = true;
    await this.#running;
    return this.acknowledged.flat().toSorted((a, b) => a - b);
  }

  async #send(sender: Client, index: number): Promise<void> {
    for (let number = 0; !this.#stopped; number += 1) {
      const content = `${this.topic} ${index} ${number}`;
      this.acknowledged[index]?.push(await sendUntilAcknowledged(sender, this.topic, content));
      await delay(betweenMs);
    }
  }
}

const againMs = 20;

/**
 * Sends one message to #general, asking again with the same key until it is acknowledged; returns its id.
 * @throws Error when it is refused
 */
export async function sendUntilAcknowledged(
  sender: Client,
  topic: string,
  content: string,
): Promise<number> {
  const message = { type: "channel", to: "general", topic, content };
  for (;;) {
    const answer = await sender.tryPost("/messages", message, {
      "idempotency-key": `${topic}: ${content}`,
    });
    if (answer?.result === "success") return Number(answer["id"]);
    if (answer !== undefined && !isPassing.has(String(answer["code"])))
      throw new Error(`Refused: ${JSON.stringify(answer)}`);
    await delay(againMs);
  }
}

/** Codes that clients may get while a process is away: asking again later does no harm, and helps. */
export const isPassing: ReadonlySet<string> = new Set(["SERVICE_UNAVAILABLE"]);
