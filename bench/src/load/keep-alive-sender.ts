import { buildConnector, Pool } from "undici";

import { sampleMessage } from "../benches/send.ts";
import type { Stack } from "../stack.ts";
import { findInLogs } from "../stack/find-in-logs.ts";
import type { GatewayEndpoints } from "../stack/gateway-endpoints.ts";

interface Sender {
  readonly email: string;
  readonly apiKey: string;
  /** Host of the organization; that of the root organization when left out. */
  readonly host?: string;
}

/** Sends for members over connections that end whenever the server says so, as a usual proxy does. */
export class KeepAliveSender implements AsyncDisposable {
  readonly #stack: Stack;
  readonly #pool: Pool;

  constructor(stack: Stack, endpoints: GatewayEndpoints, connections: number) {
    this.#stack = stack;
    const connect = buildConnector({});
    this.#pool = new Pool(stack.url, {
      connections,
      connect: (options, done) => connect({ ...options, port: endpoints.next().port }, done),
    });
  }

  /**
   * Sends a message of a member to a channel, once; returns its id.
   * @throws Error when it is not acknowledged, with what the logs say of it
   */
  async send(sender: Sender, channel: string): Promise<number> {
    const { apiKey, email, host = this.#stack.url.host } = sender;
    const { body, headers, statusCode } = await this.#pool.request({
      method: "POST",
      path: "/api/v1/messages",
      headers: {
        host,
        authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`,
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
