import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import type { Bench, Measurement } from "../bench.ts";
import { BotServers } from "../load/bot-servers.ts";
import { inParallel } from "../load/in-parallel.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { signInOwner } from "../stack/owner.ts";
import { quantile } from "../statistics.ts";

const bots = 100;
const messagesPerSecond = 2;
/** One bot in ten hangs, fails or cuts the connection. */
const troubledOneIn = 10;
const patienceMs = 120_000;

interface Load {
  readonly api: ApiClient;
  readonly credentials: { readonly email: string; readonly apiKey: string };
  readonly servers: BotServers;
  readonly messages: number;
}

/** Measures how soon bots are told of messages, and whether servers in trouble delay the others. */
export const webhooks: Bench = {
  name: "webhooks",
  description: `Outgoing webhooks with 1 bot in ${troubledOneIn} in trouble: from the send to the first post at the healthy ones (p99).`,
  floor: "the same with healthy bots only",
  rounds: 3,
  open: async ({ quick }, resources) => {
    const stack = await openStack(resources);
    const api = resources.use(await ApiClient.open(stack, 8));
    const credentials = await signInOwner(api);
    const servers = resources.use(await BotServers.start());
    const load = { api, credentials, servers, messages: quick ? 10 : 100 };
    return [
      {
        label: `${load.messages * bots} deliveries to ${bots} bots`,
        unit: "ms",
        better: "lower",
        target: { maxRatio: 1.1 },
        prepare: () =>
          Promise.resolve({
            floor: () => firstTries(load, () => true),
            ours: () => firstTries(load, (index) => index % troubledOneIn !== 0),
          }),
      },
    ];
  },
};

/** Mentions fresh bots in every message. @throws Error when a delivery is missing */
async function firstTries(load: Load, isWell: (index: number) => boolean): Promise<Measurement> {
  const round = randomUUID().slice(0, 8);
  const ids = await createBots(load, round, isWell);
  const healthy = ids.filter((_id, index) => isWell(index)).length;
  const sentAt = await sendMessages(load, round, ids);
  const deadline = performance.now() + patienceMs;
  while ([...sentAt.keys()].some((word) => load.servers.arrivals.get(word)?.length !== healthy)) {
    if (performance.now() > deadline) throw new Error("healthy bots miss deliveries");
    await delay(20);
  }
  await checkNoneMissing(load, ids);
  const latenciesMs = [...sentAt].flatMap(([word, at]) =>
    (load.servers.arrivals.get(word) ?? []).map((arrival) => arrival - at),
  );
  return { value: quantile(latenciesMs, 0.99), latenciesMs };
}

function createBots(
  { api, credentials, servers }: Load,
  round: string,
  isWell: (index: number) => boolean,
): Promise<number[]> {
  return inParallel({ count: bots, concurrency: 4 }, async (index) => {
    const parameters = {
      full_name: `Bench ${round} ${index}`,
      short_name: `bench-${round}-${index}`,
      bot_type: "3",
      payload_url: servers.url(Math.floor(index / troubledOneIn), isWell(index)),
    };
    const { user_id: id } = await api.post({ path: "/bots", credentials, parameters });
    return Number(id);
  });
}

/** Sends the messages and returns the time of each by the first word of its text. */
async function sendMessages(
  { api, credentials, messages }: Load,
  round: string,
  ids: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const mentions = ids.map((id, index) => `@**Bench ${round} ${index}|${id}**`).join(" ");
  const sentAt = new Map<string, number>();
  for (let index = 0; index < messages; index += 1) {
    const word = `${round}-${index}`;
    const to = JSON.stringify("general");
    const parameters = { type: "channel", to, topic: "bots", content: `${word} ${mentions}` };
    sentAt.set(word, performance.now());
    await api.post({ path: "/messages", credentials, parameters });
    await delay(1000 / messagesPerSecond);
  }
  return sentAt;
}

/** @throws Error when a bot, in trouble or not, has other than one delivery for each message */
async function checkNoneMissing(load: Load, ids: readonly number[]): Promise<void> {
  const { api, credentials, messages } = load;
  await inParallel({ count: ids.length, concurrency: 4 }, async (index) => {
    const path = `/bots/${ids[index]}/deliveries`;
    const page = await api.send(
      api.bytes("GET", { path, credentials, parameters: { limit: "500" } }),
    );
    const { deliveries } = page as { readonly deliveries: readonly unknown[] };
    if (deliveries.length !== messages)
      throw new Error(`bot ${ids[index]} has ${deliveries.length} of ${messages} deliveries`);
  });
}
