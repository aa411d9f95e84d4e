import { setTimeout as delay } from "node:timers/promises";

import type { ApiClient } from "./api-client.ts";
import type { Member } from "./members.ts";

interface Credentials {
  readonly email: string;
  readonly apiKey: string;
}

/** Signs the owner of the demo organization in. */
export async function signInOwner(api: ApiClient): Promise<Credentials> {
  const parameters = { username: "owner@example.com", password: "correct-horse-battery" };
  const { email, api_key: apiKey } = await api.post({ path: "/fetch_api_key", parameters });
  return { email: String(email), apiKey: String(apiKey) };
}

/** Makes the channel when it is missing, and subscribes the owner and the members. */
export async function subscribeMembers(
  api: ApiClient,
  channel: { readonly name: string; readonly owner: Credentials },
  members: readonly Member[],
): Promise<void> {
  const subscriptions = JSON.stringify([{ name: channel.name }]);
  const quietly = { subscriptions, send_new_subscription_messages: "false" };
  const credentials = channel.owner;
  const path = "/users/me/subscriptions";
  await api.post({ path, credentials, parameters: quietly });
  await untilNoticed(api, channel);
  const principals = JSON.stringify(members.map(({ userId }) => userId));
  await api.post({ path, credentials, parameters: { ...quietly, principals } });
}

/**
 * Waits for a new channel's first message, which says who made it. It comes a little later, and would reach whoever
 * listens by then.
 */
async function untilNoticed(
  api: ApiClient,
  { name, owner }: { readonly name: string; readonly owner: Credentials },
): Promise<void> {
  const narrow = JSON.stringify([{ operator: "channel", operand: name }]);
  const parameters = { anchor: "newest", num_before: "1", num_after: "0", narrow };
  const bytes = api.bytes("GET", { path: "/messages", credentials: owner, parameters });
  for (let tries = 0; tries < 500; tries += 1) {
    const { messages } = await api.send(bytes);
    if (Array.isArray(messages) && messages.length > 0) return;
    await delay(20);
  }
  throw new Error(`nobody was told of the channel ${name} within 10 s`);
}
