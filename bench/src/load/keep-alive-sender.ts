import { buildConnector, Pool } from "undici";

import { sampleMessage } from "../benches/send.ts";
import type { Stack } from "../stack.ts";
import { findInLogs } from "../stack/find-in-logs.ts";
import type { GatewayEndpoints } from "../stack/gateway-endpoints.ts";

interface Sender {
  readonly email: string;
  readonly apiKey: string;
  readonly connections: number;
}

/** A member who sends over connections that end whenever the server says so, as a usual HTTP client does. */
export class KeepAliveSender implements AsyncDisposable {
  readonly #stack: Stack;
  readonly #pool: Pool;
  readonly #authorization: string;

  constructor(stack: Stack, endpoints: GatewayEndpoints, { apiKey, connections, email }: Sender) {
    this.#stack = stack;
    const connect = buildConnector({});
    this.#pool = new Pool(stack.url, {
      connections,
      connect: (options, done) => connect({ ...options, port: endpoints.next().port }, done),
    });
    this.#authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  }

  /**
   * Sends a message to a channel, once; returns its id.
   * @throws Error when it is not acknowledged, with what the logs say of it
   */
  async send(channel: string): Promise<number> {
    const { body, headers, statusCode } = await this.#pool.request({
      method: "POST",
      path: "/api/v1/messages",
      headers: {
        authorization: this.#authorization,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(sampleMessage(channel)).toString(),
    });
    const text = await body.text();
    if (statusCode !== 200) {
      const lines = await findInLogs(this.#stack, String(headers["x-request-id"]));
      throw new Error(`a send was answered with ${statusCode}: ${text}\n${lines.join("\n")}`);
    }
    return (JSON.parse(text) as { readonly id: number }).id;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.destroy();
  }
}
