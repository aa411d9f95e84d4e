/** Programs in which people read what they send (reference/behaviour.md §2.7), lower case. */
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

/** Whether the sender has read a message sent with this client, unless the request says so itself. */
export function readsOwn(client: string): boolean {
  return readingClients.has(client.toLowerCase());
}
