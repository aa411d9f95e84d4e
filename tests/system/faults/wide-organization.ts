import { jetstreamManager } from "@nats-io/jetstream";
import { eventStreamName, realmSubject } from "@team-chat/contract";
import type { Nats } from "@team-chat/nats";
import { z } from "zod";

import { Client, type Listener } from "../client.ts";
import type { Constellation } from "../constellation.ts";

const made = z.object({
  organization: z.object({ id: z.int(), url: z.string() }),
  owner: z.object({ email: z.string(), api_key: z.string() }),
});

/** An organization that was created after the streams became more, with an owner who listens, and a bot. */
export class WideOrganization {
  readonly id: number;
  readonly #boss: Client;
  readonly #listener: Listener;
  readonly #botId: number;

  private constructor(of: { id: number; boss: Client; listener: Listener; botId: number }) {
    this.id = of.id;
    this.#boss = of.boss;
    this.#listener = of.listener;
    this.#botId = of.botId;
  }

  static async create(constellation: Constellation, name: string): Promise<WideOrganization> {
    const owner = ["--owner-email", `boss@${name}.example`, "--owner-name", "The Boss"];
    const create = ["create", "--subdomain", name, "--name", name, ...owner, "--json"];
    const printed = made.parse(JSON.parse(await constellation.realm(...create)));
    const { id, url } = printed.organization;
    const { api_key: apiKey, email } = printed.owner;
    const boss = Client.of(constellation.url, { apiKey, email, host: new URL(url).host });
    const listener = await boss.listen();
    const payload_url = JSON.stringify(constellation.envOf("echo-bot")["ECHO_BOT_URL"]);
    const bot = { full_name: "Wide Echo", short_name: "wide", bot_type: 3, payload_url };
    const { user_id: botId } = await boss.post("/bots", bot);
    return new WideOrganization({ id, boss, listener, botId: Number(botId) });
  }

  /** Lists which of so many partitions hold events of it. */
  async partitions(nats: Nats, count: number): Promise<readonly number[]> {
    const { streams } = await jetstreamManager(nats);
    const all = Array.from({ length: count }, (_, partition) => partition);
    const held = await Promise.all(
      all.map(async (partition) => {
        const filter = { subjects_filter: realmSubject(partition, this.id) };
        const { state } = await streams.info(eventStreamName(partition), filter);
        return Object.keys(state.subjects ?? {}).length > 0;
      }),
    );
    return all.filter((partition) => held[partition]);
  }

  /** Asks the bot; resolves when its answer was heard. */
  async askBot(words: string): Promise<void> {
    const content = `@**Wide Echo** ${words}`;
    const asked = { type: "direct", to: [this.#botId], content };
    const { msg, result } = await this.#boss.post("/messages", asked);
    if (result !== "success") throw new Error(`Refused: ${msg}`);
    await this.#listener.heard(`<p>${words}</p>`);
  }

  /** Stops listening; returns what went wrong with the queue. */
  async stop(): Promise<readonly string[]> {
    await this.#listener.stop();
    return this.#listener.problems;
  }
}
