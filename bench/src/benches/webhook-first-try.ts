import { randomUUID } from "node:crypto";
import { once } from "node:events";

import type { Bench, Measure } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startHop } from "../floors/hop.ts";
import { readJson } from "../http/read-json.ts";
import { requestBytes } from "../http/request-bytes.ts";
import { BotServers } from "../load/bot-servers.ts";
import { openLoop } from "../load/open-loop.ts";
import { SenderPool } from "../load/sender-pool.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { signInOwner } from "../stack/owner.ts";
import { quantile } from "../statistics.ts";
import { sampleMessage } from "./send.ts";

const ratePerSecond = 20;
const connections = 4;

/** Measures how soon one bot is told of a mention while nothing else goes on. */
export const webhookFirstTry: Bench = {
  name: "webhook-first-try",
  description: `A mention of one bot, ${ratePerSecond} a second: from the send to the first post at the bot (p99).`,
  floor: "an empty gateway hop whose service makes one durable insert, then the post at the bot",
  open: async ({ quick }, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, connections));
    const credentials = await signInOwner(api);
    const servers = resources.use(await BotServers.start());
    const name = `Bench ${randomUUID().slice(0, 8)}`;
    const { user_id: id } = await api.post({
      path: "/bots",
      credentials,
      parameters: {
        full_name: name,
        short_name: name.toLowerCase().replace(" ", "-"),
        bot_type: "3",
        payload_url: servers.url(0, true),
      },
    });
    const heardAfter = firstPosts(servers, quick);
    return [
      {
        label: `${ratePerSecond} mentions a second`,
        unit: "ms",
        better: "lower",
        target: { maxValue: 50 },
        prepare: async (own) => {
          const { proxied } = await startHop({ insert: "single", databaseUrl }, own);
          return {
            floor: async () => {
              using path = await BarePath.open(proxied, servers);
              const measure = heardAfter((word) => path.send(word));
              return await measure();
            },
            ours: heardAfter((word) => {
              const content = `${word} @**${name}|${String(id)}**`;
              const parameters = { ...sampleMessage("general"), content };
              return api.post({ path: "/messages", credentials, parameters });
            }),
          };
        },
      },
    ];
  },
};

type Send = (word: string) => Promise<unknown>;

/** Latencies until what is sent with a word has reached the bot. */
function firstPosts(servers: BotServers, quick: boolean) {
  return (send: Send): Measure =>
    async () => {
      const durationMs = quick ? 1000 : 5000;
      const load = { ratePerSecond, durationMs, send: () => untilHeard(servers, send) };
      const { latenciesMs } = await openLoop(load);
      return { value: quantile(latenciesMs, 0.99), latenciesMs };
    };
}

async function untilHeard(servers: BotServers, send: Send): Promise<void> {
  const word = randomUUID();
  await Promise.all([once(servers.arriving, word), send(word)]);
}

/** The least that can bring a message to a bot. Opened for each round, as servers close what is idle for seconds. */
class BarePath implements Disposable {
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
