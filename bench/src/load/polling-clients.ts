import { RawConnection } from "../http/raw-connection.ts";
import { readJson } from "../http/read-json.ts";
import type { RawResponse } from "../http/response-parser.ts";
import type { ApiClient } from "../stack/api-client.ts";
import type { GatewayEndpoints } from "../stack/gateway-endpoints.ts";
import type { Queue } from "../stack/queues.ts";

const connectAtOnce = 200;
const patienceMs = 90_000;

/**
 * Clients that long-poll as real ones do: one poll after the other, on a connection of their own, and on a new one
 * where the server has ended the last one with its answer. Any other answer than events is a failure.
 */
export class PollingClients implements AsyncDisposable {
  readonly #endpoints: GatewayEndpoints;
  readonly #api: ApiClient;
  readonly #failures: unknown[] = [];
  readonly #clients: Promise<void>[] = [];
  readonly #connections = new Set<RawConnection>();
  readonly #hearing = new Map<number, Set<number>>();
  #isStopped = false;

  private constructor(endpoints: GatewayEndpoints, api: ApiClient) {
    this.#endpoints = endpoints;
    this.#api = api;
  }

  /** Begins to poll all queues. */
  static async open(
    endpoints: GatewayEndpoints,
    api: ApiClient,
    queues: readonly Queue[],
  ): Promise<PollingClients> {
    const clients = new PollingClients(endpoints, api);
    for (let begun = 0; begun < queues.length; begun += connectAtOnce)
      await Promise.all(
        queues.slice(begun, begun + connectAtOnce).map(async (queue, index) => {
          const connection = await RawConnection.open(endpoints.next());
          clients.#clients.push(clients.#poll(queue, begun + index, connection));
        }),
      );
    return clients;
  }

  /** Resolves when all have heard the message. @throws the first failure of any poll, or when it takes too long */
  async heard(messageId: number): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (this.#hearers(messageId).size < this.#clients.length) {
      this.check();
      if (performance.now() > deadline)
        throw new Error(
          `${this.#hearers(messageId).size} of ${this.#clients.length} have heard message ${messageId}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** @throws the first failure of any poll */
  check(): void {
    if (this.#failures.length > 0)
      throw new Error(`${this.#failures.length} polls failed`, { cause: this.#failures[0] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    for (const connection of this.#connections) connection[Symbol.dispose]();
    await Promise.all(this.#clients);
  }

  async #poll(queue: Queue, client: number, first: RawConnection): Promise<void> {
    let connection = first;
    try {
      while (!this.#isStopped) {
        this.#connections.add(connection);
        const response = await connection.request(queue.poll(this.#api), patienceMs);
        for (const id of queue.takeMessages(readJson(response))) this.#hearers(id).add(client);
        if (!isLast(response) || this.#isStopped) continue;
        this.#connections.delete(connection);
        connection[Symbol.dispose]();
        connection = await RawConnection.open(this.#endpoints.next());
      }
    } catch (error) {
      if (!this.#isStopped) this.#failures.push(error);
    } finally {
      connection[Symbol.dispose]();
    }
  }

  #hearers(messageId: number): Set<number> {
    const hearers = this.#hearing.get(messageId) ?? new Set();
    this.#hearing.set(messageId, hearers);
    return hearers;
  }
}

/** Tells whether the server ends the connection with this answer. */
function isLast({ raw }: RawResponse): boolean {
  return /^connection: close\r$/im.test(raw.toString("latin1"));
}
