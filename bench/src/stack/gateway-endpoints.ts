import { setTimeout as delay } from "node:timers/promises";

import type { Stack } from "../stack.ts";

/** Shorter than what a process that stops leaves to who balances load, as the manifests have it in a cluster. */
const lookEveryMs = 100;

/**
 * Gateways that say that they are ready, looked at again and again as a cluster does. Whoever connects is led to one of
 * them, as by a Service or an ingress, and not to the port that the gateways of one machine share: the kernel resets
 * who connects to it in the moment in which a process leaves it.
 */
export class GatewayEndpoints implements AsyncDisposable {
  readonly #gateways: readonly URL[];
  readonly #stopping = new AbortController();
  #ready: readonly URL[];
  #looking: Promise<void> = Promise.resolve();
  #given = 0;

  private constructor(gateways: readonly URL[]) {
    this.#gateways = gateways;
    this.#ready = gateways;
  }

  static async open(stack: Stack): Promise<GatewayEndpoints> {
    const gateways = (await stack.processes()).filter(({ name }) => name.startsWith("gateway"));
    const endpoints = new GatewayEndpoints(gateways.map(({ port }) => at(stack.url, port)));
    endpoints.#looking = endpoints.#look();
    return endpoints;
  }

  /** Address of a gateway for the next connection. @throws Error when none is ready */
  next(): URL {
    this.#given += 1;
    const url = this.#ready[this.#given % this.#ready.length];
    if (url === undefined) throw new Error("no gateway is ready");
    return url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
  }

  async #look(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const ready = await Promise.all(this.#gateways.map(isReady));
      this.#ready = this.#gateways.filter((_, index) => ready[index]);
      await delay(lookEveryMs);
    }
  }
}

function at(url: URL, port: number): URL {
  const own = new URL(url);
  own.port = String(port);
  return own;
}

async function isReady(url: URL): Promise<boolean> {
  try {
    const { status } = await fetch(new URL("/readyz", url));
    return status === 200;
  } catch {
    return false;
  }
}
