import { Pool } from "undici";

import { sampleMessage } from "../benches/send.ts";
import type { Stack } from "../stack.ts";

interface Credentials {
  readonly email: string;
  readonly apiKey: string;
}

/** A member who sends over connections that end whenever the server says so, as a usual HTTP client does. */
export class KeepAliveSender implements AsyncDisposable {
  readonly #pool: Pool;
  readonly #authorization: string;

  constructor({ url }: Stack, { apiKey, email }: Credentials, connections: number) {
    this.#pool = new Pool(url, { connections });
    this.#authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  }

  /** Sends a message to a channel, once; returns its id. @throws Error when it is not acknowledged */
  async send(channel: string): Promise<number> {
    const { body, statusCode } = await this.#pool.request({
      method: "POST",
      path: "/api/v1/messages",
      headers: {
        authorization: this.#authorization,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(sampleMessage(channel)).toString(),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`a send was answered with ${statusCode}: ${text}`);
    return (JSON.parse(text) as { readonly id: number }).id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}
