import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { findings } from "./axe.ts";
import { openAs, startSite } from "./site.ts";

let product: Product;

const email = "member@example.com";

beforeAll(async () => {
  product = await startSite();
});
afterAll(() => product[Symbol.asyncDispose]());

describe("API keys in the web client (docs/behaviour/keys.md#managing-keys)", () => {
  test("a key is made, shown once, does what it is for and nothing else, and is refused once it is ended", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const problems: string[] = [];
      const page = await openAs(browser, product.url, { email, problems });
      await page.goto(`${product.url}/#settings/account-and-privacy`);
      const section = page.locator("section").filter({
        has: page.getByRole("heading", { name: "Keys of programs" }),
      });
      await section.getByLabel("What the key is for").fill("Nightly report");
      await section.getByLabel("How long it is good").selectOption("30 days");
      await section.getByRole("button", { name: "Make key" }).click();
      const apiKey = await section.locator(".key").innerText();
      await section.getByRole("button", { name: "Copy" }).waitFor();
      const entry = section.getByRole("listitem").filter({ hasText: "Nightly report" });
      await expect.poll(() => entry.innerText()).toContain(`${apiKey.slice(0, 4)}…`);
      expect(await entry.innerText()).toContain("not used yet");
      const program = Client.of(product.url, { email, apiKey, host: undefined });
      expect(await program.get("/users/me")).toMatchObject({ result: "success" });
      const sent = { type: "channel", to: "general", topic: "t", content: "hi" };
      expect(await program.post("/messages", sent)).toMatchObject({
        code: "KEY_SCOPE_REQUIRED",
        scope: "send",
      });
      await page.reload();
      await entry.waitFor();
      expect(await entry.innerText()).toContain("used on");
      expect(await section.locator(".key").count()).toBe(0);
      expect(problems).toEqual([]);
      await entry.getByRole("button", { name: "End" }).click();
      await entry.getByRole("group").getByRole("button", { name: "End" }).click();
      await entry.waitFor({ state: "detached" });
      expect(await program.get("/users/me")).toMatchObject({ code: "UNAUTHORIZED" });
    });
  });

  test("a key that is limited to channels sends there and nowhere else, and is shown with their names", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      await page.goto(`${product.url}/#settings/account-and-privacy`);
      const section = page.locator("section").filter({
        has: page.getByRole("heading", { name: "Keys of programs" }),
      });
      const channels = section.getByLabel("Channels that it sends to").locator("select");
      await section.getByLabel("What the key is for").fill("Alarm");
      expect(await channels.count()).toBe(0);
      await section.getByLabel("Send messages").check();
      expect(await channels.count()).toBe(0);
      await section.getByLabel("Read", { exact: true }).uncheck();
      await channels.selectOption("#general");
      await channels.selectOption("#engineering");
      await section.getByRole("button", { name: "Remove engineering" }).press("Enter");
      await section.getByRole("button", { name: "Make key" }).click();
      const entry = section.getByRole("listitem").filter({ hasText: "Alarm" });
      await expect.poll(() => entry.innerText()).toContain("only to #general");
      const apiKey = await section.locator(".key").innerText();
      const program = Client.of(product.url, { email, apiKey, host: undefined });
      const sent = (to: string) =>
        program.post("/messages", { type: "channel", to, topic: "t", content: "hi" });
      expect(await sent("general")).toMatchObject({ result: "success" });
      expect(await sent("engineering")).toMatchObject({ code: "KEY_SCOPE_REQUIRED" });
      expect(await program.get("/users/me")).toMatchObject({ code: "KEY_SCOPE_REQUIRED" });
    });
  });

  test("keys are read and made in Arabic on a narrow screen, without barriers", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      await page.setViewportSize({ width: 320, height: 720 });
      await page.goto(`${product.url}/#settings/preferences`);
      await page.getByLabel("Language").selectOption("العربية");
      await page.goto(`${product.url}/#settings/account-and-privacy`);
      await page.getByLabel("الغرض من المفتاح").fill("تقرير");
      // By a key: lists that come late move what would be clicked.
      await page.getByLabel("كل شيء").press(" ");
      await page.getByRole("button", { name: "إنشاء مفتاح" }).click();
      await page.locator(".key").waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      expect(await findings(page)).toEqual([]);
    });
  });
});
