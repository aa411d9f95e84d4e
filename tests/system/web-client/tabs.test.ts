import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { arrived, composeBox, openAs, say, startSite } from "./site.ts";

const email = "member@example.com";
let product: Product;
let admin: Client;
let channelId: number;

beforeAll(async () => {
  product = await startSite();
  admin = await Client.login(product.url, "admin@example.com");
  channelId = Number((await admin.get("/get_stream_id", { stream: "general" }))["stream_id"]);
});
afterAll(() => product[Symbol.asyncDispose]());

const place = (topic: string) =>
  `${product.url}/#narrow/channel/${String(channelId)}-general/topic/${topic}`;

async function post(topic: string, content: string): Promise<void> {
  const sent = await admin.post("/messages", { type: "channel", to: "general", topic, content });
  if (sent.result !== "success") throw new Error(sent.msg);
  await product.settle();
}

/** Tabs of one browser, and what they ask the server for. */
interface Tabs {
  readonly tabs: readonly Page[];
  readonly registrations: readonly Page[];
  /** Queue of each poll, and the tab that polls. */
  readonly polls: readonly { readonly queue: string; readonly tab: Page }[];
}

/** Opens a topic in three tabs. */
async function openThree(browser: BrowserContext, topic: string): Promise<Tabs> {
  const registrations: Page[] = [];
  const polls: Tabs["polls"][number][] = [];
  browser.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const queue = searchParams.get("queue_id");
    if (pathname === "/api/v1/register") registrations.push(request.frame().page());
    if (pathname === "/api/v1/events" && queue !== null)
      polls.push({ queue, tab: request.frame().page() });
  });
  const tabs = [await openAs(browser, product.url, { email })];
  for (let opened = 1; opened < 3; opened += 1) tabs.push(await browser.newPage());
  for (const tab of tabs) {
    await tab.goto(place(topic));
    await composeBox(tab).waitFor();
  }
  return { tabs, registrations, polls };
}

/** Script that counts the states that the browser has kept. */
const countKept = `new Promise((resolve) => {
  const asked = indexedDB.open("team-chat");
  asked.onsuccess = () => {
    const database = asked.result;
    if (!database.objectStoreNames.contains("state")) resolve(0);
    else database.transaction("state").objectStore("state").count().onsuccess = ({ target }) =>
      resolve(target.result);
  };
})`;

/** The tab that polls. */
function leaderOf({ polls }: Tabs): Page {
  const last = polls.at(-1);
  if (last === undefined) throw new Error("No tab polls.");
  return last.tab;
}

describe("several tabs of a browser (docs/subsystems/web-client-live.md#several-tabs)", () => {
  test("three tabs have one queue and one poll, and a message that is sent in one appears in all", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const opened = await openThree(browser, "trio");
      await post("trio", "For everybody");
      for (const tab of opened.tabs) await arrived(tab, "For everybody").waitFor();
      for (const [at, tab] of opened.tabs.entries()) await say(tab, `From tab ${String(at)}`);
      for (const tab of opened.tabs)
        for (const at of opened.tabs.keys()) {
          await arrived(tab, `From tab ${String(at)}`).waitFor();
          expect(await arrived(tab, `From tab ${String(at)}`).count()).toBe(1);
        }
      expect(opened.registrations).toHaveLength(1);
      expect(new Set(opened.polls.map(({ queue }) => queue)).size).toBe(1);
      await expect.poll(() => product.waitingPolls).toBe(1);
    });
  });

  test("tabs whose leader is closed go on with its queue, and hear the next message", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const opened = await openThree(browser, "duet");
      for (const count of [2, 1]) {
        const leader = leaderOf(opened);
        await leader.close();
        const rest = opened.tabs.filter((tab) => !tab.isClosed());
        expect(rest).toHaveLength(count);
        await expect.poll(() => rest.includes(leaderOf(opened))).toBe(true);
        await post("duet", `Heard by ${String(count)}`);
        for (const tab of rest) await arrived(tab, `Heard by ${String(count)}`).waitFor();
      }
      expect(opened.registrations).toHaveLength(1);
      expect(new Set(opened.polls.map(({ queue }) => queue)).size).toBe(1);
    });
  });

  test("tabs whose leader is frozen take its queue over when one of them is looked at", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const opened = await openThree(browser, "ice");
      const leader = leaderOf(opened);
      // A page in which a script runs for ever answers nobody, as one that is frozen.
      const session = await browser.newCDPSession(leader);
      await session.send("Debugger.enable");
      const paused = new Promise((resolve) => session.once("Debugger.paused", resolve));
      const stopped = leader.evaluate("debugger").catch(() => undefined);
      await paused;
      const rest = opened.tabs.filter((tab) => tab !== leader);
      await rest[0]?.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await expect.poll(() => leaderOf(opened) !== leader, { timeout: 20_000 }).toBe(true);
      await post("ice", "Without the frozen one");
      for (const tab of rest) await arrived(tab, "Without the frozen one").waitFor();
      await session.send("Debugger.resume");
      await stopped;
      await arrived(leader, "Without the frozen one").waitFor();
      await post("ice", "With all again");
      for (const tab of opened.tabs) await arrived(tab, "With all again").waitFor();
      expect(opened.registrations).toHaveLength(1);
    });
  });

  test("a message that waits in a tab that is closed is sent by another tab, once", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const { tabs } = await openThree(browser, "will");
      const [writer, ...rest] = tabs;
      let sent = 0;
      await browser.route("**/api/v1/messages", async (route) => {
        if (route.request().method() !== "POST") await route.continue();
        else if (route.request().frame().page() === writer) await route.abort();
        else {
          sent += 1;
          await route.continue();
        }
      });
      if (writer === undefined) throw new Error("There are three tabs.");
      await say(writer, "My last words");
      await writer.getByText("Waiting for the connection").waitFor();
      await writer.close();
      for (const tab of rest) await arrived(tab, "My last words").waitFor();
      expect(sent).toBe(1);
      for (const tab of rest) expect(await tab.getByText("My last words").count()).toBe(1);
    });
  });

  test("whoever logs out in one tab is logged out in all, and nothing of theirs is kept", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const { tabs } = await openThree(browser, "end");
      const [one] = tabs;
      await one?.getByTitle("Your account").click();
      await one?.getByRole("button", { name: "Log out" }).click();
      for (const tab of tabs) {
        await tab.getByRole("heading", { name: /^Log in to/ }).waitFor();
        expect(await tab.evaluate("Object.entries(localStorage)")).toEqual([]);
        expect(await tab.evaluate(countKept)).toBe(0);
      }
      await one?.goto(`${product.url}/`);
      await one?.getByRole("heading", { name: /^Log in to/ }).waitFor();
    });
  });

  test("a tab that is opened by somebody else shows nothing of whoever had logged in before", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const { tabs } = await openThree(browser, "guests");
      const [one, ...others] = tabs;
      await one?.goto(`${product.url}/login`);
      await one?.getByRole("button", { name: "member2@example.com", exact: true }).click();
      const name = one?.getByTitle("Your account").getByText("Max Member");
      await name?.waitFor();
      for (const tab of others) await tab.getByTitle("Your account").getByText("Max").waitFor();
      expect(await one?.getByTitle("Your account").innerText()).not.toContain("Mia");
    });
  });
});
