import { randomUUID } from "node:crypto";
import { type EventEmitter, once } from "node:events";

import type { Measure } from "../bench.ts";
import { sampleMessage } from "../benches/send.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { quantile } from "../statistics.ts";
import type { BotServers } from "./bot-servers.ts";
import { openLoop } from "./open-loop.ts";
import { SenderPool } from "./sender-pool.ts";

const connections = 4;

type Send = (word: string) => Promise<unknown>;

/** Emits the first word of what arrived as an event's name. */
interface Receivers {
  readonly arriving: EventEmitter;
}

interface Rate {
  readonly ratePerSecond: number;
  readonly quick: boolean;
}

/** Latencies until what is sent with a word has arrived (p99). */
export function firstPosts(receivers: Receivers, { quick, ratePerSecond }: Rate) {
  return (send: Send): Measure =>
    async () => {
      const durationMs = quick ? 1000 : 5000;
      const load = { ratePerSecond, durationMs, send: () => untilHeard(receivers, send) };
      const { latenciesMs } = await openLoop(load);
      return { value: quantile(latenciesMs, 0.99), latenciesMs };
    };
}

async function untilHeard({ arriving }: Receivers, send: Send): Promise<void> {
  const word = randomUUID();
  await Promise.all([once(arriving, word), send(word)]);
}

/** The least that can bring a message to a bot. Opened for each round, as servers close what is idle for seconds. */
export class BarePath implements Disposable {
  readonly #hop: SenderPool;
  readonly #bot: SenderPool;
  readonly #form: string;
  readonly #bots: URL;

  private constructor(pools: { hop: SenderPool; bot: SenderPool; form: string; bots: URL }) {
    this.#hop = pools.hop;
    this.#bot = pools.bot;
    this.#form = pools.form;
    this.#bots = pools.bots;
  }

  static async open(proxied: URL, servers: BotServers): Promise<BarePath> {
    const bots = new URL(servers.url(0, true));
    const url = new URL("/messages", proxied);
    return new BarePath({
      hop: await SenderPool.open(proxied, connections),
      bot: await SenderPool.open(bots, connections),
      form: requestBytes({ method: "POST", url, parameters: sampleMessage("general") }),
      bots,
    });
  }

  async send(word: string): Promise<void> {
    readJson(await this.#hop.request(this.#form));
    await this.#bot.request(postOf(this.#bots, word));
  }

  [Symbol.dispose](): void {
    this.#hop[Symbol.dispose]();
    this.#bot[Symbol.dispose]();
  }
}

function postOf(url: URL, word: string): string {
  const body = JSON.stringify({ data: `${word} hello` });
  const head = [
    `POST ${url.pathname} HTTP/1.1`,
    `host: ${url.host}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
