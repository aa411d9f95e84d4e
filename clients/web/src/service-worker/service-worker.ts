import type { PushContent, ShownData } from "../notifications/push-content.ts";
import type { WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

/** Ends with the last push that came: of two at once each could find that nothing newer is shown. */
let received: Promise<void> = Promise.resolve();

self.addEventListener("install", (event) => {
  event.waitUntil(self.skipWaiting());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener("push", (event) => {
  if (event.data === null) return;
  const content = event.data.json() as PushContent;
  received = received.catch(() => undefined).then(() => receive(content));
  event.waitUntil(received);
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data as ShownData));
});

/** Shows a message, or closes what was read elsewhere (docs/behaviour/notifications.md#taken-back). */
async function receive(content: PushContent): Promise<void> {
  const tag = content.conversation;
  const shown = await self.registration.getNotifications({ tag });
  if (content.type === "close") {
    for (const one of shown) if (messageOf(one) <= content.message_id) one.close();
    return;
  }
  // Whoever is looking sees it arrive, and what comes late replaces nothing newer.
  if (shown.some((one) => messageOf(one) >= content.message_id) || (await isLookedAt())) return;
  const { body, message_id: messageId, title, url } = content;
  const data: ShownData = { messageId, url };
  await self.registration.showNotification(title, { body, tag, data });
}

function messageOf({ data }: Notification): number {
  return (data as ShownData).messageId;
}

async function isLookedAt(): Promise<boolean> {
  return (await windows()).some(({ focused }) => focused);
}

/** Opens a message in the client where it is open, else in a new window. */
async function open({ url }: ShownData): Promise<void> {
  const [window] = await windows();
  if (window === undefined) {
    await self.clients.openWindow(url);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows of a worker are of its origin
  window.postMessage({ url });
  await window.focus();
}

function windows() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}
