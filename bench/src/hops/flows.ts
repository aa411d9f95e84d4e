import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { sampleMessage } from "../benches/send.ts";
import { readJson } from "../http/read-json.ts";
import { PollFleet } from "../load/poll-fleet.ts";
import type { Stack } from "../stack.ts";
import { ApiClient } from "../stack/api-client.ts";
import { ensureMembers, type Member } from "../stack/members.ts";
import { signInOwner } from "../stack/owner.ts";
import { Queue } from "../stack/queues.ts";

interface Flows {
  readonly stack: Stack;
  readonly api: ApiClient;
  readonly owner: { readonly email: string; readonly apiKey: string };
  readonly member: Member;
  readonly resources: AsyncDisposableStack;
}

/** Makes ready for one request, which is then to be called; it resolves when all that is waited for has come. */
export type Ready = () => Promise<() => Promise<unknown>>;

/** A request whose hops are counted. */
export interface Flow {
  readonly description: string;
  /** Starts of the paths of files that belong to it; others are listed apart. */
  readonly own: readonly string[];
  /** Heading of docs/subsystems/hops.md below which its hops are listed in order. */
  readonly heading?: string;
  /** The most that whoever follows it may have to open. */
  readonly target?: { readonly files: number; readonly lines?: number };
  /** Makes what all requests need. */
  readonly prepare: (flows: Flows) => Promise<Ready>;
}

/** Libraries that carry requests and events but know nothing of chat; each has a page of its own. */
export const carriers = ["libs/http/", "libs/rpc/", "libs/outbox/", "libs/nats/"] as const;

const fromSocketToSocket = [
  "services/",
  ...carriers,
  "libs/projection/",
  "libs/policy/",
  "libs/contract/",
];

export const flows: Readonly<Record<string, Flow>> = {
  send: {
    description: "POST /messages to a channel, from socket to socket, until a member's poll has it",
    own: fromSocketToSocket,
    heading: "Sending a message",
    target: { files: 60, lines: 5500 },
    prepare: sending,
  },
  subscribe: {
    description: "POST /users/me/subscriptions: a new channel, for oneself and somebody else",
    own: ["services/channels/"],
    heading: "Subscribing",
    target: { files: 25 },
    prepare:
      async ({ api, member, owner }) =>
      async () => {
        const subscriptions = JSON.stringify([{ name: randomUUID() }]);
        const principals = JSON.stringify([member.userId]);
        const parameters = { subscriptions, principals };
        return () => api.post({ path: "/users/me/subscriptions", credentials: owner, parameters });
      },
  },
  role: {
    description: "PATCH /users/{user_id} with another role",
    own: ["services/users/", "services/channels/"],
    prepare: async ({ api, member, owner }) => {
      let role = 400;
      return async () => {
        role = role === 400 ? 300 : 400;
        const path = `/users/${member.userId}`;
        const parameters = { role: String(role) };
        return () => api.send(api.bytes("PATCH", { path, credentials: owner, parameters }));
      };
    },
  },
  fetch: {
    description: "GET /messages of a channel",
    own: ["services/messages/"],
    prepare: async ({ api, owner }) => {
      const narrow = JSON.stringify([{ operator: "channel", operand: "general" }]);
      const parameters = { anchor: "newest", num_before: "20", num_after: "0", narrow };
      const bytes = api.bytes("GET", { path: "/messages", credentials: owner, parameters });
      return async () => () => api.send(bytes);
    },
  },
  webhook: {
    description: "A mention of the demo's bot, until its answer is a message",
    own: ["services/webhooks/"],
    prepare: mentioning,
  },
  register: {
    description: "POST /register for all sections",
    own: [
      "services/events/",
      "services/users/",
      "services/channels/",
      "services/messages/",
      "libs/register/",
    ],
    heading: "Registering",
    target: { files: 40 },
    prepare:
      async ({ api, owner }) =>
      async () =>
      () =>
        api.post({ path: "/register", credentials: owner, parameters: {} }),
  },
};

async function sending({ api, member, owner, resources, stack }: Flows) {
  const path = "/users/me/subscriptions";
  const name = randomUUID();
  const subscriptions = JSON.stringify([{ name }]);
  const principals = JSON.stringify([member.userId]);
  await api.post({ path, credentials: owner, parameters: { subscriptions } });
  await api.post({ path, credentials: owner, parameters: { subscriptions, principals } });
  const fleet = resources.use(await PollFleet.open(stack.url, 1));
  let queue: Queue | null = null;
  const parameters = sampleMessage(name);
  const message = api.bytes("POST", { path: "/messages", credentials: owner, parameters });
  return async () => {
    queue ??= await Queue.register(api, member);
    const waiting = queue;
    const poll = waiting.poll(api);
    const answered = fleet.park(() => poll);
    await fleet.untilQuiet();
    return async () => {
      const [[response], { id }] = await Promise.all([answered, api.send(message)]);
      if (response !== undefined) waiting.take(readJson(response), Number(id));
    };
  };
}

async function mentioning({ api, owner }: Flows) {
  const sample = sampleMessage("general");
  const parameters = { ...sample, content: "@**Echo Bot** lunch?" };
  const mention = api.bytes("POST", { path: "/messages", credentials: owner, parameters });
  const narrow = JSON.stringify([
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: sample["topic"] },
  ]);
  const newest = { anchor: "newest", num_before: "1", num_after: "0", narrow };
  const look = api.bytes("GET", { path: "/messages", credentials: owner, parameters: newest });
  return async () => async () => {
    const { id } = await api.send(mention);
    for (let tries = 0; tries < 500; tries += 1) {
      const { messages } = (await api.send(look)) as { messages?: readonly { id: number }[] };
      if ((messages?.[0]?.id ?? 0) > Number(id)) return;
      await delay(20);
    }
    throw new Error("The bot did not answer within 10 s.");
  };
}

/** Opens what all flows need: a stack, the owner of its organization and a member. */
export async function openFlows(stack: Stack, resources: AsyncDisposableStack): Promise<Flows> {
  const [member] = await ensureMembers(stack, 1);
  if (member === undefined) throw new Error("The stack has no member.");
  const api = resources.use(await ApiClient.open(stack, 1));
  return { stack, api, owner: await signInOwner(api), member, resources };
}
