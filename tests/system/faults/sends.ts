import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "../client.ts";
import { isPassing } from "./load.ts";
import { betweenMs } from "./pace.ts";

const againMs = 20;

/** Members who send one message after the other, again until it is acknowledged, and note how that went. */
export class Sends {
  /** Codes that came instead of an acknowledgement. */
  readonly failures: string[] = [];
  /** Most failures of one message before it was acknowledged. */
  mostRefusals = 0;
  /** Milliseconds from the first try of each message to its acknowledgement. */
  readonly times: number[] = [];
  readonly #acknowledged: number[] = [];
  readonly #running: Promise<void>;
  #waiting: PromiseWithResolvers<number> | undefined;
  #begun = 0;
  #waitsFrom = 0;
  #stopped = false;

  constructor(senders: readonly Client[], topic: string) {
    const sending = senders.map((sender, index) => this.#send(sender, `${topic} ${index}`));
    this.#running = Promise.all(sending).then(() => undefined);
  }

  /** Id of the message that was acknowledged last. */
  get newestId(): number | undefined {
    return this.#acknowledged.at(-1);
  }

  /** Resolves with the id of a message that was sent after this call. */
  next(): Promise<number> {
    this.#waitsFrom = this.#begun;
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  /** Resolves with the ids of all messages, in order, when all that was begun is acknowledged. */
  async stop(): Promise<readonly number[]> {
    this.#stopped = true;
    await this.#running;
    return this.#acknowledged.toSorted((one, other) => one - other);
  }

  async #send(sender: Client, topic: string): Promise<void> {
    for (let number = 0; !this.#stopped; number += 1) {
      const order = (this.#begun += 1);
      const since = performance.now();
      const id = await this.#sendOne(sender, { topic, content: `${topic} ${number}` });
      this.times.push(performance.now() - since);
      this.#acknowledged.push(id);
      if (order > this.#waitsFrom) this.#waiting?.resolve(id);
      await delay(betweenMs);
    }
  }

  async #sendOne(
    sender: Client,
    { content, topic }: Readonly<Record<"content" | "topic", string>>,
  ) {
    const message = { type: "channel", to: "general", topic, content };
    for (let refusals = 1; ; refusals += 1) {
      const answer = await sender.tryPost("/messages", message, { "idempotency-key": content });
      if (answer?.result === "success") return Number(answer["id"]);
      const code = answer === undefined ? "connection lost" : String(answer["code"]);
      this.failures.push(code);
      this.mostRefusals = Math.max(this.mostRefusals, refusals);
      if (answer !== undefined && !isPassing.has(code))
        throw new Error(`Refused: ${JSON.stringify(answer)}`);
      await delay(againMs);
    }
  }
}
