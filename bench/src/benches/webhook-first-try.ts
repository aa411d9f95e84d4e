import { randomUUID } from "node:crypto";

import type { Bench } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startHop } from "../floors/hop.ts";
import { BotServers } from "../load/bot-servers.ts";
import { BarePath, firstPosts } from "../load/first-posts.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { signInOwner } from "../stack/owner.ts";
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
    const heardAfter = firstPosts(servers, { ratePerSecond, quick });
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
