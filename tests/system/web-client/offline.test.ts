import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { findings, rules } from "./axe.ts";
import { arrived, composeBox, hasKept, openAs, say, startSite } from "./site.ts";

const email = "member@example.com";
let folder: string;
let product: Product;
let admin: Client;
let channelId: number;

const withWorkers = (use: (browser: BrowserContext) => Promise<void>) =>
  withBrowser(use, { serviceWorkers: "allow" });

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "web-client-"));
  product = await startSite({ WEB_CLIENT_FOLDER: folder });
  cpSync(path.resolve("clients/web/dist"), folder, { recursive: true });
  admin = await Client.login(product.url, "admin@example.com");
  channelId = Number((await admin.get("/get_stream_id", { stream: "general" }))["stream_id"]);
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const place = (topic: string) =>
  `${product.url}/#narrow/channel/${String(channelId)}-general/topic/${topic}`;

async function post(topic: string, content: string): Promise<void> {
  const sent = await admin.post("/messages", { type: "channel", to: "general", topic, content });
  if (sent.result !== "success") throw new Error(sent.msg);
  await product.settle();
}

/** Puts another build in the place of what is served: all files have other names, and the old ones are gone. */
function deploy(): void {
  const app = path.join(folder, "app");
  const names = readdirSync(app).filter((name) => /\.(?:js|css|svg)$/.test(name));
  const renamed = (text: string) =>
    names.reduce((all, name) => all.replaceAll(name, name.replace(/\.\w+$/, "2$&")), text);
  for (const name of names) {
    const text = renamed(readFileSync(path.join(app, name), "utf8"));
    for (const ending of ["", ".br", ".gz"]) rmSync(path.join(app, name + ending));
    writeFileSync(path.join(app, renamed(name)), text);
  }
  for (const name of ["index.html", "service-worker.js"]) {
    const file = path.join(folder, name);
    writeFileSync(file, renamed(readFileSync(file, "utf8")));
  }
}

/** Script that lists the addresses of everything that the browser has cached, by the name of the cache. */
const cached = `(async () => {
  const entries = [];
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    entries.push([name, requests.map(({ url }) => new URL(url).pathname)]);
  }
  return entries;
})()`;

async function caches(page: Page): Promise<readonly (readonly [string, readonly string[]])[]> {
  return page.evaluate(cached);
}

/** Opens a topic, and waits until the browser has kept the page. */
async function open(browser: BrowserContext, topic: string, problems: string[]): Promise<Page> {
  const page = await openAs(browser, product.url, { email, problems });
  await page.goto(place(topic));
  await composeBox(page).waitFor();
  await expect
    .poll(async () => (await caches(page)).some(([, paths]) => paths.includes("/")))
    .toBe(true);
  return page;
}

/** Script that returns what is kept of the first frame, and keeps what `change` makes of it; undefined for nothing. */
const keptFrame = (change = "kept") => `(async () => {
  const answerOf = (request) => new Promise((resolve) => request.addEventListener("success", () => resolve(request.result)));
  const database = await answerOf(indexedDB.open("team-chat", 1));
  const store = database.transaction("state", "readwrite").objectStore("state");
  const kept = await answerOf(store.get("last frame"));
  if (kept !== undefined) store.put(${change}, "last frame");
  database.close();
  return kept?.frame ?? kept;
})()`;

const bodyOf = async (page: Page) => JSON.stringify(await page.evaluate(keptFrame()));

/** Opens an address without the scripts of its page, so that nothing is there but what the worker has answered. */
async function openStill(browser: BrowserContext, address: string, problems: string[] = []) {
  const page = await browser.newPage();
  page.on("console", (message) => problems.push(message.text()));
  const session = await browser.newCDPSession(page);
  await session.send("Emulation.setScriptExecutionDisabled", { value: true });
  await page.goto(address);
  await session.send("Emulation.setScriptExecutionDisabled", { value: false });
  return page;
}

/** Rules for a moment: what else is good practice, as a heading, comes with the client. */
const binding = { ...rules, values: rules.values.filter((tag) => tag !== "best-practice") };

const rowsOf = (page: Page) => page.locator("article[data-id]");

/** Returns where messages are seen, in tenths of a pixel, by their ids. */
async function edgesOf(page: Page): Promise<Readonly<Record<string, number>>> {
  const edges = await rowsOf(page).evaluateAll((rows) =>
    rows.map(
      (row) =>
        [String(row.dataset["id"]), Math.round(row.getBoundingClientRect().top * 10)] as const,
    ),
  );
  return Object.fromEntries(edges);
}

describe("the first frame of a visit (docs/subsystems/web-client-live.md#the-first-frame)", () => {
  test("a frame is not drawn at another address, in another session, or by another build", async () => {
    await withWorkers(async (browser) => {
      await post("mine", "Mine alone");
      const page = await open(browser, "mine", []);
      await expect.poll(() => bodyOf(page)).toContain("Mine alone");
      await page.goto(`${product.url}/docs`);
      await page.evaluate(keptFrame("(globalThis.whole = kept)"));
      const count = async (address: string, change: string) => {
        await page.evaluate(keptFrame(`{ ...globalThis.whole, ${change} }`));
        const still = await openStill(browser, address);
        const found = await rowsOf(still).count();
        await still.close();
        return found;
      };
      expect(await count(place("other"), "")).toBe(0);
      expect(await count(place("mine"), 'session: "of somebody else"')).toBe(0);
      expect(await count(place("mine"), 'build: "/app/other.js"')).toBe(0);
      expect(await count(place("mine"), "")).toBe(1);
    });
  });

  test("a screen that would be too large is not kept as a frame", async () => {
    await withWorkers(async (browser) => {
      await post("large", "Small at first");
      const page = await open(browser, "large", []);
      await expect.poll(() => bodyOf(page)).toContain("Small at first");
      await composeBox(page).fill("&".repeat(10_000));
      await expect.poll(() => page.evaluate(keptFrame())).toMatchObject({ frame: null });
    });
  });

  test("a conversation is seen before any script runs, and stays in its place when the client is there", async () => {
    const member = await Client.login(product.url, email);
    for (const [topic, read] of [
      ["begun", 10],
      ["finished", 40],
    ] as const) {
      const ids: unknown[] = [];
      for (let at = 1; at <= 40; at += 1) {
        const sent = { type: "channel", to: "general", topic, content: `${topic} ${String(at)}` };
        ids.push((await admin.post("/messages", sent))["id"]);
      }
      await member.post("/messages/flags", {
        op: "add",
        flag: "read",
        messages: ids.slice(0, read),
      });
      await product.settle();
      await withWorkers(async (browser) => {
        const problems: string[] = [];
        const page = await open(browser, topic, problems);
        await composeBox(page).fill("Half a sentence");
        await expect.poll(() => bodyOf(page)).toContain("Half a sentence");
        await page.close();
        const still = await openStill(browser, place(topic), problems);
        const before = await edgesOf(still);
        expect(Object.keys(before).length).toBeGreaterThan(10);
        expect(await still.locator("#root[inert]").count()).toBe(1);
        expect(await still.locator("textarea").inputValue()).toBe("Half a sentence");
        expect(await findings(still, binding)).toEqual([]);
        const next = await browser.newPage();
        await next.goto(place(topic));
        await next.locator("#root:not([inert]) article").first().waitFor();
        expect(await edgesOf(next)).toMatchObject(before);
        expect(await composeBox(next).inputValue()).toBe("Half a sentence");
        expect(problems).toEqual([]);
      });
    }
  });
});

describe("the web client without a connection (docs/subsystems/web-client-live.md#without-a-connection)", () => {
  test("the last conversation is read without a connection, and what is written then is sent once", async () => {
    await withWorkers(async (browser) => {
      await post("train", "Before the tunnel");
      const page = await open(browser, "train", []);
      await arrived(page, "Before the tunnel").waitFor();
      await expect.poll(() => page.evaluate(hasKept("Before the tunnel"))).toBe(true);
      await browser.setOffline(true);
      await page.reload();
      await arrived(page, "Before the tunnel").waitFor();
      await page.getByText("You are offline.").waitFor();
      await say(page, "In the tunnel");
      await page.reload();
      await page.getByText("In the tunnel").waitFor();
      await browser.setOffline(false);
      await arrived(page, "In the tunnel").waitFor();
      const narrow = [{ operator: "topic", operand: "train" }];
      const asked = { anchor: "newest", num_before: 10, num_after: 0, narrow };
      expect((await admin.get("/messages", asked))["messages"]).toHaveLength(2);
    });
  });

  test("caches have the page and its files alone, nothing of the API or of whoever has logged in", async () => {
    await withWorkers(async (browser) => {
      const problems: string[] = [];
      const page = await open(browser, "secret", problems);
      await say(page, "Nobody keeps this");
      await arrived(page, "Nobody keeps this").waitFor();
      await page.goto(`${product.url}/#people`);
      await page.reload();
      await page.getByRole("heading", { name: "People" }).waitFor();
      const paths = (await caches(page)).flatMap(([, all]) => all);
      const files = readdirSync(path.join(folder, "app"));
      const built = files
        .filter((name) => !/\.(?:br|gz)$/.test(name))
        .map((name) => `/app/${name}`);
      expect(paths.toSorted()).toEqual(["/", ...built].toSorted());
      const text = await page.evaluate("caches.match('/').then((response) => response.text())");
      expect(text).toBe(readFileSync(path.join(folder, "index.html"), "utf8"));
      expect(problems).toEqual([]);
    });
  });

  test("whoever logs out leaves no caches, and the page is asked for again", async () => {
    await withWorkers(async (browser) => {
      await post("leaving", "Left behind by nobody");
      const page = await open(browser, "leaving", []);
      await expect.poll(() => bodyOf(page)).toContain("Left behind by nobody");
      await page.getByTitle("Your account").click();
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("heading", { name: /^Log in to/ }).waitFor();
      expect(await caches(page)).toEqual([]);
      expect(await page.evaluate("indexedDB.databases()")).toEqual([]);
      await page.goto(place("leaving"));
      await page.getByRole("heading", { name: /^Log in to/ }).waitFor();
    });
  });

  test("a tab goes on while there is a new version, has its own files, and takes the new one when asked to", async () => {
    await withWorkers(async (browser) => {
      const problems: string[] = [];
      const page = await open(browser, "release", problems);
      const script = () => page.locator("script[src]").getAttribute("src");
      const before = await script();
      await composeBox(page).fill("Half a sentence");
      deploy();
      // The browser joins a look that it began before, and that may have found the former version.
      await expect
        .poll(async () => {
          await page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update())");
          return page.getByText("There is a new version.").count();
        })
        .toBe(1);
      expect(await composeBox(page).inputValue()).toBe("Half a sentence");
      await page.goto(`${product.url}/#people`);
      await page.getByRole("heading", { name: "People" }).waitFor();
      await page.goto(place("release"));
      let loads = 0;
      page.on("load", () => {
        loads += 1;
      });
      await page.getByRole("button", { name: "Load it" }).click();
      await expect.poll(script).not.toBe(before);
      expect(await composeBox(page).inputValue()).toBe("Half a sentence");
      await say(page, "A whole sentence");
      await arrived(page, "A whole sentence").waitFor();
      expect(await page.getByText("There is a new version.").count()).toBe(0);
      expect(loads).toBe(1);
      await page.reload();
      await expect.poll(async () => (await caches(page)).length).toBe(1);
      expect(problems).toEqual([]);
    });
  });
});
