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
  const principals = JSON.stringify(members.map(({ userId }) => userId));
  await api.post({ path, credentials, parameters: { ...quietly, principals } });
}
