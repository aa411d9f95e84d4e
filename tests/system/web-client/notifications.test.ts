import { type DeviceSubscription, PushService } from "@team-chat/testkit";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { arrived, openAs, startSite } from "./site.ts";

const email = "member@example.com";
let product: Product;
let service: PushService;
let writer: Client;

const withWorkers = (use: (browser: BrowserContext) => Promise<void>) =>
  withBrowser(use, { serviceWorkers: "allow", isWhole: true });

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

/**
 * Notifications of a page's origin, as the browser itself notes them. The worker is not asked for them: the browser
 * forgets one that it is asked about before it is on the screen.
 */
class Screen {
  /** Title and text of each notification that is shown, by its number. */
  readonly #shown = new Map<string, string>();
  readonly #session: CDPSession;
  readonly #registrationId: string;
  #completed = Promise.withResolvers<void>();

  private constructor(session: CDPSession, registrationId: string) {
    this.#session = session;
    this.#registrationId = registrationId;
    session.on("BackgroundService.backgroundServiceEventReceived", (noted) => {
      this.#note(noted.backgroundServiceEvent);
    });
  }

  static async watch(page: Page): Promise<Screen> {
    const session = await page.context().newCDPSession(page);
    const { promise, resolve } = Promise.withResolvers<string>();
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
    await session.send("ServiceWorker.enable");
    const screen = new Screen(session, await promise);
    for (const name of ["notifications", "pushMessaging"] as const) {
      await session.send("BackgroundService.setRecording", { service: name, shouldRecord: true });
      await session.send("BackgroundService.startObserving", { service: name });
    }
    return screen;
  }

  /** Notifications that are shown, the oldest first. */
  get shown(): readonly string[] {
    return [...this.#shown.values()];
  }

  /** Hands the worker what its push service got, as the browser does; resolves when it has done what it does then. */
  async deliver(content: unknown): Promise<void> {
    this.#completed = Promise.withResolvers();
    const data = JSON.stringify(content);
    const registrationId = this.#registrationId;
    const origin = product.url;
    await this.#session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await this.#completed.promise;
  }

  #note({ eventMetadata, eventName, instanceId }: Noted): void {
    const said = new Map(eventMetadata.map(({ key, value }) => [key, value]));
    if (eventName === "Notification displayed")
      this.#shown.set(instanceId, `${said.get("Title")}: ${said.get("Body")}`);
    else if (eventName === "Notification closed") this.#shown.delete(instanceId);
    else if (eventName === "Push event completed") this.#completed.resolve();
  }
}

/** As much of what the browser notes as is read here. */
interface Noted {
  readonly eventName: string;
  readonly instanceId: string;
  readonly eventMetadata: readonly { readonly key: string; readonly value: string }[];
}

/** Script that keeps the tones that a page plays. */
const countingTones = `globalThis.tones = [];
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...given) {
    tones.push(this.frequency.value);
    return start.apply(this, given);
  };`;

/** From now on nobody looks at the page. */
async function lookAway(page: Page): Promise<void> {
  await page.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))");
}

const tell = (content: string) =>
  writer.post("/messages", { type: "direct", to: [email], content });

describe("notifications in the web client (docs/subsystems/web-client.md#notifications)", () => {
  test("a browser that has blocked notifications says so, and nothing is asked before a press", async ({
    expect,
  }) => {
    await withWorkers(async (browser) => {
      const content = `Object.defineProperty(Notification, "permission", { value: "denied" })`;
      await browser.addInitScript({ content });
      const problems: string[] = [];
      const page = await openAs(browser, product.url, { email, problems });
      await page.goto(`${product.url}/#settings/notifications`);
      await page.getByText(/Notifications of this page are blocked/).waitFor();
      await page.getByRole("button", { name: "Check again" }).waitFor();
      const subscribed =
        "navigator.serviceWorker.ready.then((one) => one.pushManager.getSubscription())";
      expect(await page.evaluate(subscribed)).toBeNull();
      expect(problems).toEqual([]);
    });
  });

  test("a push is shown when nobody looks, unless a newer one is, and goes when its message is read elsewhere", async ({
    expect,
  }) => {
    await withWorkers(async (browser) => {
      const page = await turnOn(browser, "laptop");
      const screen = await Screen.watch(page);
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
      await screen.deliver(content);
      await expect.poll(() => screen.shown).toEqual(["Max Member: Lunch?"]);
      await screen.deliver({ ...content, message_id: 1, body: "Too late" });
      expect(screen.shown).toEqual(["Max Member: Lunch?"]);
      await screen.deliver(service.pushed[before + 1]?.content);
      await expect.poll(() => screen.shown).toEqual([]);
    });
  });

  test("a message that arrives in an open window that nobody looks at is shown, and counted in title and symbol", async ({
    expect,
  }) => {
    await withWorkers(async (browser) => {
      const page = await turnOn(browser, "desk");
      const screen = await Screen.watch(page);
      const icon = () => page.evaluate("document.querySelector('link[rel=icon]').href");
      await lookAway(page);
      await tell("**Tea?**");
      await expect.poll(() => screen.shown).toEqual(["Max Member: Tea?"]);
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

  test("a message that arrives while nobody looks is heard in the chosen sound, without leave to notify", async ({
    expect,
  }) => {
    await withWorkers(async (browser) => {
      await browser.addInitScript({ content: countingTones });
      const page = await openAs(browser, product.url, { email });
      const heard = () => page.evaluate("tones.length");
      await page.goto(`${product.url}/#settings/notifications`);
      await page.getByLabel("Sound", { exact: true }).selectOption("Three tones");
      await page.getByRole("button", { name: "Listen to it" }).click();
      expect(await heard()).toBe(3);
      const title = await page.title();
      await tell("While somebody looks");
      await expect.poll(() => page.title()).not.toBe(title);
      expect(await heard()).toBe(3);
      await lookAway(page);
      await tell("Listen!");
      await expect.poll(heard).toBe(6);
    });
  });

  test("a message is heard and shown in one of two tabs, and in none while one of them is looked at", async ({
    expect,
  }) => {
    await withWorkers(async (browser) => {
      await browser.addInitScript({ content: countingTones });
      const first = await turnOn(browser, "tabs");
      const screen = await Screen.watch(first);
      const second = await browser.newPage();
      await second.goto(`${product.url}/#settings/notifications`);
      await second.getByText("Notifications are on, also when this page is closed.").waitFor();
      for (const tab of [first, second])
        await tab.getByRole("button", { name: "Listen to it" }).click();
      const heard = async () =>
        (await first.evaluate<number>("tones.length")) +
        (await second.evaluate<number>("tones.length"));
      const before = await heard();
      const tellBoth = async (content: string) => {
        const titles = await Promise.all([first.title(), second.title()]);
        await tell(content);
        await expect.poll(() => first.title()).not.toBe(titles[0]);
        await expect.poll(() => second.title()).not.toBe(titles[1]);
        // Behind whatever either tab has asked for because of the message.
        for (const tab of [first, second])
          await tab.evaluate(
            "navigator.locks.query().then(() => navigator.locks.request('sound', () => null))",
          );
      };
      await lookAway(first);
      await tellBoth("While the other tab is looked at");
      expect(await heard()).toBe(before);
      expect(screen.shown).toEqual([]);
      await lookAway(second);
      await tellBoth("While nobody looks");
      await expect.poll(() => screen.shown).toEqual(["Max Member: While nobody looks"]);
      expect(await heard()).toBe(before + before / 2);
    });
  });

  test("notifications that are turned off are forgotten by the server, and stay off", async ({
    expect,
  }) => {
    await withWorkers(async (browser) => {
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
