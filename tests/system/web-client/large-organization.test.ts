import type { CDPSession, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser } from "../browser.ts";
import { type LargeSite, startLargeSite } from "./large-site.ts";
import { openAs } from "./site.ts";

/** Adds up what moves in a page that nobody has moved. */
const watchShifts = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shift += value;
  }).observe({ type: "layout-shift", buffered: true });
`;

let site: LargeSite;
let page: Page;
let session: CDPSession;
let close: () => Promise<void>;
/** Of all requests. */
const paths: string[] = [];

beforeAll(async () => {
  site = await startLargeSite();
  const opened = await openBrowser();
  close = async () => {
    await opened[Symbol.asyncDispose]();
  };
  await opened.browser.addInitScript(watchShifts);
  opened.browser.on("request", (request) => {
    paths.push(new URL(request.url()).pathname);
  });
  page = await openAs(opened.browser, site.url, { email: "member@example.com" });
  session = await opened.browser.newCDPSession(page);
});
afterAll(async () => {
  await close();
  await site[Symbol.asyncDispose]();
});

const sidebar = () => page.getByRole("navigation", { name: "Conversations" });
const inboxRows = () => page.locator(".inbox li");
const messages = () => page.locator("article[data-id]");
const palette = () => page.getByRole("combobox", { name: /^Conversation, person/ });
const unreadLine = () => page.locator(".line.unread");

/** Scrolls within something until there is more of it, or other things. */
async function scroll(within: Locator): Promise<void> {
  await within.hover();
  await page.mouse.wheel(0, 100_000);
}

describe("an organization of 10,000 people, 1,000 channels and 50,000 unread messages (docs/subsystems/web-client-live.md#large-organizations)", () => {
  test("the inbox draws some of thousands of unread conversations, and more when one comes to their end", async ({
    expect,
  }) => {
    await sidebar().getByRole("link", { name: "Inbox" }).getByText("999+").waitFor();
    await inboxRows().first().waitFor();
    expect(await inboxRows().count()).toBe(100);
    await scroll(page.locator(".inbox"));
    await expect.poll(() => inboxRows().count()).toBe(200);
  });

  test("the last of a thousand channels is reached by scrolling, and opens at its first unread message", async ({
    expect,
  }) => {
    const last = sidebar().getByText("many 999", { exact: true });
    await scroll(sidebar().locator(".scroll"));
    await expect.poll(() => last.isVisible()).toBe(true);
    await last.click();
    await unreadLine().waitFor();
  });

  test("the palette finds one of ten thousand people, and one of a thousand channels", async ({
    expect,
  }) => {
    await page.keyboard.press("Control+k");
    await palette().fill("@Many 9876");
    const options = page.getByRole("option");
    await expect.poll(() => options.first().innerText()).toContain("Many 9876");
    await palette().fill("#many 1");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "#many 1", exact: true }).waitFor();
  });

  test("a conversation of thousands of unread messages is read on, and at most 400 of them are in the page", async ({
    expect,
  }) => {
    await unreadLine().waitFor();
    const first = () => messages().first().getAttribute("data-id");
    let most = 0;
    await page.locator(".messages").hover();
    const readOn = async () => {
      await page.mouse.wheel(0, 3000);
      most = Math.max(most, await messages().count());
      return most;
    };
    await expect.poll(readOn).toBe(400);
    const before = await first();
    await expect.poll(() => readOn().then(first)).not.toBe(before);
    expect(most).toBe(400);
  });

  test("a conversation that is marked as read leaves the inbox at once", async ({ expect }) => {
    await page.goto(`${site.url}/#inbox`);
    const before = await inboxRows().first().innerText();
    await inboxRows().first().getByRole("button", { name: "Mark as read" }).click();
    expect(await inboxRows().first().innerText()).not.toBe(before);
  });

  test("a message is found by a word of it among 50,000", async ({ expect }) => {
    await page.keyboard.press("/");
    const field = page.getByRole("combobox", { name: "Search messages" });
    await field.fill("4321");
    await field.press("Enter");
    await messages().locator(".highlight").first().waitFor();
    expect(await messages().first().innerText()).toContain("4321");
  });

  test("the page has registered once, uses at most 60 MB, and nothing has moved in it by itself", async ({
    expect,
  }) => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    expect(usedSize).toBeLessThan(60_000_000);
    expect(await page.evaluate("shift")).toBeLessThanOrEqual(0.02);
    expect(paths.filter((path) => path === "/api/v1/register")).toHaveLength(1);
  });
});
