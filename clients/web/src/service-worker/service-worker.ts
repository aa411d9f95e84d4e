import type { PushContent, ShownData } from "../notifications/push-content.ts";
import type { WorkerScope } from "./scope.ts";
import { answerFile, answerPage, build, keepShell } from "./shell.ts";

declare const self: WorkerScope;

/** Ends with the last push that came: of two at once each could find that nothing newer is shown. */
let received: Promise<void> = Promise.resolve();

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  if (mode === "navigate" && pathname === "/") {
    event.respondWith(answerPage(event.request));
    event.waitUntil(tryToKeepShell());
  } else if (pathname.startsWith("/app/")) event.respondWith(answerFile(event.request));
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

async function install(): Promise<void> {
  await tryToKeepShell();
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  await self.clients.claim();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows of a worker are of its origin
  for (const window of await windows()) window.postMessage({ version: build });
}

/** Notifications do not depend on it, and it is tried again when the page is opened. */
async function tryToKeepShell(): Promise<void> {
  await keepShell().catch(() => undefined);
}

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
