import { createSocket, type Socket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";

import { decode, encode } from "dns-packet";

/** Seconds for which the DNS of a cluster may go on giving an answer that is no longer true. */
const ttlSeconds = 30;

/**
 * A name server that, like that of a cluster, keeps its answer for half a minute; the test says when that is over.
 * Every name stands for the same addresses.
 */
export class OwnDns implements AsyncDisposable {
  /** Addresses that are true, in no order. */
  addresses: readonly string[] = [];
  readonly #socket: Socket = createSocket("udp4");
  readonly #resolver = new Resolver();
  #kept: readonly string[] | undefined;

  private constructor() {
    this.#socket.on("message", (message, { address, port }) => {
      this.#socket.send(this.#answer(message), port, address);
    });
  }

  static async start(): Promise<OwnDns> {
    const dns = new OwnDns();
    dns.#socket.bind(0, "127.0.0.1");
    await once(dns.#socket, "listening");
    dns.#resolver.setServers([`127.0.0.1:${dns.#socket.address().port}`]);
    return dns;
  }

  /** Asks it for the addresses of a name. */
  lookUp(name: string): Promise<readonly string[]> {
    return this.#resolver.resolve4(name);
  }

  /** Has half a minute pass since it was asked first: from now on it answers what is true now. */
  expire(): void {
    this.#kept = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#resolver.cancel();
    this.#socket.close();
    await once(this.#socket, "close");
  }

  #answer(message: Buffer): Buffer {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    this.#kept ??= this.addresses;
    const answers = this.#kept.map((data) => ({
      type: "A" as const,
      name: question?.name ?? "",
      ttl: ttlSeconds,
      data,
    }));
    return encode({ type: "response", id, questions, answers });
  }
}
