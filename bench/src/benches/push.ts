import { EventEmitter } from "node:events";

import { PushService } from "@team-chat/testkit";

import type { Bench } from "../bench.ts";
import { benchPostgres } from "../floors/bench-postgres.ts";
import { startHop } from "../floors/hop.ts";
import { BotServers } from "../load/bot-servers.ts";
import { BarePath, firstPosts } from "../load/first-posts.ts";
import { openStack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";

const ratePerSecond = 20;
const connections = 4;
/** People who are written to by turns: what is for one device goes there one after the other. */
const people = 20;

/** Measures how soon browsers are told of direct messages, with nothing else going on. */
export const push: Bench = {
  name: "push",
  description: `Direct messages to people whose browsers are closed, ${ratePerSecond} a second: from the send until the push service has the push (p99).`,
  floor: "an empty gateway hop whose service makes one durable insert, then a post",
  open: async ({ quick }, resources) => {
    const databaseUrl = await benchPostgres(resources);
    const stack = await openStack(resources);
    const receivers = await ensureMembers(stack, people);
    const service = resources.use(await PushService.start());
    const servers = resources.use(await BotServers.start());
    const { arriving } = arrivalsAt(service);
    const rate = { ratePerSecond, quick };
    return [
      {
        label: `${ratePerSecond} direct messages a second`,
        unit: "ms",
        better: "lower",
        target: { maxValue: 1000 },
        prepare: async (own) => {
          const { proxied } = await startHop({ insert: "single", databaseUrl }, own);
          const api = own.use(await ApiClient.open(stack, connections));
          const credentials = await signInOwner(api);
          for (const [at, receiver] of receivers.entries())
            await api.post({
              path: "/users/me/push_subscriptions",
              credentials: receiver,
              parameters: { ...service.subscribe(`phone-${at}`) },
            });
          let sent = 0;
          return {
            floor: async () => {
              using path = await BarePath.open(proxied, servers);
              const measure = firstPosts(servers, rate)((word) => path.send(word));
              return await measure();
            },
            ours: firstPosts(
              { arriving },
              rate,
            )((word) => {
              const { userId } = receivers[(sent += 1) % people] ?? { userId: 0 };
              const to = JSON.stringify([userId]);
              const parameters = { type: "direct", to, content: `${word} See you at noon?` };
              return api.post({ path: "/messages", credentials, parameters });
            }),
          };
        },
      },
    ];
  },
};

/** Emits the first word of each message of which a push arrives, once the push service has taken it. */
function arrivalsAt(service: PushService): { readonly arriving: EventEmitter } {
  const arriving = new EventEmitter();
  service.plays((response, { content }) => {
    response.writeHead(201).end();
    const { body = "" } = content as { readonly body?: string };
    arriving.emit(body.split(" ", 1)[0] ?? "");
  });
  return { arriving };
}
