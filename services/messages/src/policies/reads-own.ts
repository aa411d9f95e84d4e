/** Programs in which people read what they send (docs/behaviour/messages.md#flags-of-a-new-message), lower case. */
const readingClients = new Set([
  "zulipandroid",
  "zulipios",
  "zulipdesktop",
  "zulipmobile",
  "zulipelectron",
  "zulipterminal",
  "snipe",
  "website",
  "ios",
  "android",
]);

/** Tells whether the sender has read a message sent with this client, unless the request says so itself. */
export function readsOwn(client: string): boolean {
  return readingClients.has(client.toLowerCase());
}
