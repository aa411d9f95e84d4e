import { setTimeout as delay } from "node:timers/promises";

import { Pool } from "undici";

import { sampleMessage } from "../benches/send.ts";
import type { Stack } from "../stack.ts";

interface Credentials {
  readonly email: string;
  readonly apiKey: string;
}

const retryMs = 10;

/** A member who sends each message again until it is acknowledged, as clients do. */
export class PatientSender implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #authorization: string;
  #sent = 0;

  constructor(stack: Stack, { apiKey, email }: Credentials) {
    this.#pool = new Pool(stack.url);
    this.#authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  }

  /** Resolves with the id of a message once it is acknowledged. @throws Error when it is refused */
  async send(): Promise<number> {
    this.#sent += 1;
    const key = `patient ${this.#sent}`;
    for (;;) {
      const id = await this.#try(key);
      if (id !== null) return id;
      await delay(retryMs);
    }
  }

  /** Sends one message after the other for a while, with pauses; returns their ids. */
  async sendFor(ms: number, pauseMs: number): Promise<readonly number[]> {
    const ids: number[] = [];
    for (const until = performance.now() + ms; performance.now() < until; await delay(pauseMs))
      ids.push(await this.send());
    return ids;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }

  /** Null when it has to be tried again. */
  async #try(key: string): Promise<number | null> {
    const answer = await this.#pool
      .request({
        method: "POST",
        path: "/api/v1/messages",
        headers: {
          authorization: this.#authorization,
          "content-type": "application/x-www-form-urlencoded",
          "idempotency-key": key,
        },
        body: new URLSearchParams(sampleMessage("general")).toString(),
      })
      .catch(() => null);
    if (answer === null) return null;
    const text = await answer.body.text().catch(() => null);
    if (answer.statusCode === 200 && text !== null)
      return (JSON.parse(text) as { readonly id: number }).id;
    if (answer.statusCode < 500) throw new Error(`a send was refused: ${text}`);
    return null;
  }
}
