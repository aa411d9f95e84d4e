import { forgetKept } from "../storage/kept-state.ts";
import { tabId } from "./tab-id.ts";

const channelName = "log-out";

/** Has all tabs forget what the browser has kept, and the others leave; then sends the form, which leads this one away. */
export async function logOut(form: HTMLFormElement): Promise<void> {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels are of one origin
  channel.postMessage(tabId);
  channel.close();
  await forget();
  form.submit();
}

/** Leaves when somebody logs out in another tab. */
export function followLogOut(): void {
  new BroadcastChannel(channelName).addEventListener("message", ({ data: from }) => {
    // Channels of one page hear each other.
    if (from !== tabId) void leave();
  });
}

async function leave(): Promise<void> {
  await forget();
  location.assign("/login");
}

/** Forgets what the server has browsers clear as well: not all do where a service worker or other tabs are. */
async function forget(): Promise<void> {
  localStorage.clear();
  await forgetKept();
  if (!("serviceWorker" in navigator)) return;
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}
