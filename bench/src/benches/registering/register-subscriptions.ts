import { randomUUID } from "node:crypto";

import type { RegisterRequest } from "@team-chat/contract";

import type { Bench } from "../../bench.ts";
import { openStack } from "../../stack.ts";
import { ApiClient } from "../../stack/api-client.ts";
import { ensureMembers, findRootRealm } from "../../stack/members.ts";
import { signInOwner } from "../../stack/owner.ts";
import { openPart, type Owner, partCase } from "../../stack/register-part.ts";

/** A large organization: subscriptions are users a channel times channels. */
interface Size {
  readonly users: number;
  readonly channels: number;
  readonly usersPerChannel: number;
}

const large: Size = { users: 10_000, channels: 200, usersPerChannel: 1450 };
const small: Size = { users: 600, channels: 40, usersPerChannel: 300 };
/** As many as one request may subscribe so many users to. */
const channelsAtOnce = 5;

/** Measures the channels service's part of a large organization's initial data. */
export const registerSubscriptions: Bench = {
  name: "register-subscriptions",
  description:
    "The channels service's part of a register with 290,000 subscriptions, warm, to the last byte (p50).",
  floor: "a bare server that writes as many bytes from memory",
  open: async (options, resources) => {
    const stack = await openStack(resources);
    const size = options.quick ? small : large;
    const owner = await fill(stack, size);
    const part = (includeSubscribers: RegisterRequest["includeSubscribers"]) => {
      const request: RegisterRequest = {
        fetch: ["subscription"],
        clientGravatar: true,
        includeSubscribers,
        slimPresence: true,
        presenceHistoryLimitDays: 14,
        capabilities: { notification_settings_null: true },
      };
      return openPart(stack, { service: "channels", owner, request }, resources);
    };
    return [
      partCase(options, await part("true"), { label: "all subscribers", target: { maxValue: 60 } }),
      partCase(options, await part("partial"), {
        label: "partial subscribers",
        target: { maxValue: 25 },
      }),
    ];
  },
};

/** Makes members and channels, each with another slice of the members. */
async function fill(stack: Awaited<ReturnType<typeof openStack>>, size: Size): Promise<Owner> {
  // Before connections are opened: it takes longer than the gateway keeps idle ones.
  const members = await ensureMembers(stack, size.users);
  using api = await ApiClient.open(stack, 1);
  const credentials = await signInOwner(api);
  const run = randomUUID().slice(0, 8);
  for (let first = 0; first < size.channels; first += channelsAtOnce) {
    const names = Array.from({ length: channelsAtOnce }, (_, i) => `${run} ${first + i}`);
    const from = (first * 137) % size.users;
    const slice = [...members.slice(from), ...members.slice(0, from)];
    const principals = slice.slice(0, size.usersPerChannel).map(({ userId }) => userId);
    await api.post({
      path: "/users/me/subscriptions",
      credentials,
      parameters: {
        subscriptions: JSON.stringify(names.map((name) => ({ name }))),
        principals: JSON.stringify(principals),
        send_new_subscription_messages: "false",
      },
    });
  }
  const { user_id: userId } = await api.send(api.bytes("GET", { path: "/users/me", credentials }));
  return { userId: Number(userId), realmId: await findRootRealm(stack) };
}
