import { call, Refusal } from "../api/call.ts";
import {
  addPushSubscription,
  listPushSubscriptions,
  removePushSubscription,
} from "../api/page-operations.ts";
import type { Client } from "../live/client.ts";
import { startWorker } from "../service-worker/start.ts";
import type { ShownData } from "./push-content.ts";
import { lookAgain, reach } from "./reach.ts";
import { followEvents } from "./show-here.ts";
import { areWanted, keepWanted } from "./wanted.ts";

/** Ends following the events of the open client; undefined while nothing is followed. */
let unfollow: (() => void) | undefined;

/** Asks the browser for its leave, which it gives on a press only, and has people notified. */
export async function turnOn(client: Client): Promise<void> {
  const permission = await Notification.requestPermission();
  lookAgain();
  if (permission !== "granted") return;
  keepWanted(true);
  await resume(client);
}

/** Has people notified who have turned that on in this browser. */
export async function resume(client: Client): Promise<void> {
  const worker = await startWorker();
  unfollow ??= follow(client, worker);
  reach.value = "open";
  if (await subscribe(worker)) reach.value = "closed";
}

/** Ends notifications in this browser. */
export async function turnOff(): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.getSubscription();
  if (subscription !== null) await unsubscribe(subscription);
  keepWanted(false);
  unfollow?.();
  unfollow = undefined;
  for (const shown of await worker.getNotifications()) shown.close();
  lookAgain();
}

/** Opens the message of a notification that was pressed. */
function open({ data }: MessageEvent): void {
  const { url } = data as Partial<ShownData>;
  if (url !== undefined) location.hash = new URL(url, location.origin).hash;
}

function follow(client: Client, worker: ServiceWorkerRegistration): () => void {
  navigator.serviceWorker.addEventListener("message", open);
  const endEvents = followEvents(client, worker);
  return () => {
    navigator.serviceWorker.removeEventListener("message", open);
    endEvents();
  };
}

/** Has the server push here; false where the server or the browser cannot, which is no reason to be silent. */
async function subscribe(worker: ServiceWorkerRegistration): Promise<boolean> {
  try {
    const { vapid_public_key: key } = await call(listPushSubscriptions, {});
    if (key === null) return false;
    const { endpoint, keys = {} } = (await subscriptionFor(worker, key)).toJSON();
    if (endpoint === undefined || !areWanted()) return false;
    await call(addPushSubscription, {
      endpoint,
      p256dh: keys["p256dh"] ?? "",
      auth: keys["auth"] ?? "",
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal || error instanceof DOMException) return false;
    throw error;
  }
}

/** Returns the browser's subscription; one that was made for another key takes nothing of this server any more. */
async function subscriptionFor(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  const known = await pushManager.getSubscription();
  if (known !== null && keyOf(known) === key) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCodePoint(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unsubscribe(subscription: PushSubscription): Promise<void> {
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  try {
    await call(removePushSubscription, { endpoint });
  } catch (error) {
    // The server forgets it by itself when the push service says that it has ended.
    if (!(error instanceof Refusal)) throw error;
  }
}
