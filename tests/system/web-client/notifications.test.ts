import { type DeviceSubscription, PushService } from "@team-chat/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { arrived, openAs, startSite } from "./site.ts";

const email = "member@example.com";
let product: Product;
let service: PushService;
let writer: Client;

beforeAll(async () => {
  product = await startSite();
  service = await PushService.start();
  writer = await Client.login(product.url, "member2@example.com");
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await product[Symbol.asyncDispose]();
});

/** Stands for the browser maker's service: gives subscriptions of another push service. */
function subscribingThere({ endpoint, ...keys }: DeviceSubscription): string {
  return `{
    let known = null;
    PushManager.prototype.getSubscription = async () => known;
    PushManager.prototype.subscribe = async ({ applicationServerKey: key }) => {
      const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
      const bytes = Uint8Array.from(text, (one) => one.codePointAt(0));
      known = {
        endpoint: ${JSON.stringify(endpoint)},
        options: { applicationServerKey: bytes.buffer },
        toJSON: () => (${JSON.stringify({ endpoint, keys })}),
        unsubscribe: async () => { known = null; return true; },
      };
      return known;
    };
  }`;
}

/** Opens the settings in a browser that lets pages notify, and turns notifications on by a press. */
async function turnOn(browser: BrowserContext, device: string): Promise<Page> {
  await browser.grantPermissions(["notifications"], { origin: product.url });
  const content = subscribingThere(service.subscribe(device));
  await browser.addInitScript({ content });
  const page = await openAs(browser, product.url, { email });
  await page.goto(`${product.url}/#settings/notifications`);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on, also when this page is closed.").waitFor();
  return page;
}

/** Hands the worker what its push service got, as the browser does. */
async function deliver(page: Page, content: unknown): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
    if (first !== undefined) resolve(first.registrationId);
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await promise;
  const origin = product.url;
  const data = JSON.stringify(content);
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await session.detach();
}

const texts = `all.map(({ body, title }) => title + ": " + body)`;

/** Lists what the browser shows: title and text of each. */
function shown(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => ${texts})`,
  );
}

/** Lists what the browser shows while none of its pages is the client's. */
async function shownInBackground(browser: BrowserContext): Promise<readonly string[]> {
  const [worker] = browser.serviceWorkers();
  return (await worker?.evaluate(`registration.getNotifications().then((all) => ${texts})`)) ?? [];
}

/** From now on nobody looks at the page. */
async function lookAway(page: Page): Promise<void> {
  await page.evaluate("document.hasFocus = () => false");
}

const tell = (content: string) =>
  writer.post("/messages", { type: "direct", to: [email], content });

describe("notifications in the web client (docs/subsystems/web-client.md#notifications)", () => {
  test("a browser that has blocked notifications says so, and nothing is asked before a press", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const content = `Object.defineProperty(Notification, "permission", { value: "denied" })`;
      await browser.addInitScript({ content });
      const problems: string[] = [];
      const page = await openAs(browser, product.url, { email, problems });
      await page.goto(`${product.url}/#settings/notifications`);
      await page.getByText(/Notifications of this page are blocked/).waitFor();
      await page.getByRole("button", { name: "Check again" }).waitFor();
      expect(await page.evaluate("navigator.serviceWorker.getRegistration()")).toBeUndefined();
      expect(problems).toEqual([]);
    });
  });

  test("a push is shown when nobody looks, unless a newer one is, and goes when its message is read elsewhere", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await turnOn(browser, "laptop");
      await page.goto("about:blank");
      const before = service.pushed.length;
      await tell("Lunch?");
      await service.hasGot(before + 1);
      const { content } = service.pushed[before] ?? {};
      expect(content).toMatchObject({ type: "message", body: "Lunch?" });
      const reader = await Client.login(product.url, email);
      await reader.post("/messages/flags", {
        messages: [content?.message_id],
        op: "add",
        flag: "read",
      });
      await service.hasGot(before + 2);
      expect(service.pushed[before + 1]?.content).toMatchObject({
        type: "close",
        message_id: content?.message_id,
      });
      await page.goto("about:blank");
      await deliver(page, content);
      await expect.poll(() => shownInBackground(browser)).toEqual(["Max Member: Lunch?"]);
      await deliver(page, { ...content, message_id: 1, body: "Too late" });
      await page.goto(`${product.url}/#settings/notifications`);
      await expect.poll(() => shown(page)).toEqual(["Max Member: Lunch?"]);
      await deliver(page, service.pushed[before + 1]?.content);
      await expect.poll(() => shown(page)).toEqual([]);
    });
  });

  test("a message that arrives in an open window that nobody looks at is shown, and counted in title and symbol", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await turnOn(browser, "desk");
      const icon = () => page.evaluate("document.querySelector('link[rel=icon]').href");
      await lookAway(page);
      await tell("**Tea?**");
      await expect.poll(() => shown(page)).toEqual(["Max Member: Tea?"]);
      await expect.poll(() => page.title()).toMatch(/^\(\d+\) /);
      expect(await icon()).toMatch(/icon-unread/);
      const hash = await page.evaluate(`navigator.serviceWorker.ready
        .then((worker) => worker.getNotifications())
        .then(([{ data }]) => {
          navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data }));
          return new URL(data.url, location.origin).hash;
        })`);
      await page.waitForURL((url) => url.hash === hash);
      await arrived(page, "Tea?").waitFor();
    });
  });

  test("notifications that are turned off are forgotten by the server, and stay off", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await turnOn(browser, "old");
      const reader = await Client.login(product.url, email);
      const count = async () =>
        ((await reader.get("/users/me/push_subscriptions"))["subscriptions"] as unknown[]).length;
      const before = await count();
      await page.getByRole("button", { name: "Turn off" }).click();
      await page.getByText("Notifications are off here.").waitFor();
      expect(await count()).toBe(before - 1);
      await page.reload();
      await page.getByText("Notifications are off here.").waitFor();
    });
  });
});
