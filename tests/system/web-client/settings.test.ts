import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { openAs, startSite } from "./site.ts";

let product: Product;
let member: Client;

const email = "member@example.com";
const password = "correct-horse-battery";

beforeAll(async () => {
  product = await startSite();
  member = await Client.login(product.url, email);
});
afterAll(() => product[Symbol.asyncDispose]());

async function settings(): Promise<Readonly<Record<string, unknown>>> {
  const asked = { fetch_event_types: ["user_settings"], client_capabilities: capabilities };
  return (await member.post("/register", asked))["user_settings"] as Record<string, unknown>;
}
const capabilities = { notification_settings_null: true, user_settings_object: true };

async function open(page: Page, section: string): Promise<void> {
  await page.goto(`${product.url}/#settings/${section}`);
  await page.getByRole("heading", { name: "Settings" }).waitFor();
}

const look = "({ ...document.documentElement.dataset, dir: document.documentElement.dir })";

describe("settings in the web client (docs/subsystems/web-client.md#settings)", () => {
  test("colours and density change at once, are kept, and are there in the first moment of the next visit", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const problems: string[] = [];
      const page = await openAs(browser, product.url, { email, problems });
      await open(page, "preferences");
      await page.getByLabel("Colours").selectOption("Dark");
      expect(await page.evaluate(look)).toMatchObject({ theme: "dark" });
      await page.getByLabel("Density").selectOption("Compact");
      await expect.poll(settings).toMatchObject({ color_scheme: 2, web_font_size_px: 14 });
      await page.route("**/api/v1/register", () => undefined);
      await page.reload();
      await expect.poll(() => page.evaluate(look)).toMatchObject({ theme: "dark" });
      expect(problems).toEqual([]);
    });
  });

  test("a change that the server does not make is taken back, and the reason stands beside it", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      await open(page, "notifications");
      await page.route("**/api/v1/settings", (route) => route.abort());
      const box = page.getByRole("checkbox", { name: "All channels: Desktop" });
      await box.click();
      await page.getByRole("alert").filter({ hasText: "there is no connection" }).waitFor();
      expect(await box.isChecked()).toBe(false);
      await page.unroute("**/api/v1/settings");
      await box.focus();
      await page.keyboard.press("Space");
      await expect.poll(settings).toMatchObject({ enable_stream_desktop_notifications: true });
      const waits = page.getByLabel("E-mail about missed messages waits for more");
      expect(await waits.inputValue()).toBe("120");
      await waits.selectOption("1 hour");
      await page.getByLabel("Name the organization in subjects").selectOption("Always");
      await expect.poll(settings).toMatchObject({
        email_notifications_batching_period_seconds: 3600,
        realm_name_in_email_notifications_policy: 2,
      });
    });
  });

  test("everything is mirrored in Arabic, and not any more back in English", async ({ expect }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      await open(page, "preferences");
      await page.getByLabel("Language").selectOption("العربية");
      await page.getByRole("heading", { name: "الإعدادات" }).waitFor();
      expect(await page.evaluate(look)).toMatchObject({ dir: "rtl" });
      await page.setViewportSize({ width: 320, height: 720 });
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      await page.getByLabel("اللغة").selectOption("English");
      await page.getByRole("heading", { name: "Settings" }).waitFor();
      expect(await page.evaluate(look)).toMatchObject({ dir: "ltr" });
    });
  });

  test("the name is changed by keys alone; a wrong password changes none, and shows no key", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      await open(page, "profile");
      await page.getByLabel("Name").focus();
      await page.keyboard.press("End");
      await page.keyboard.type(" Meyer");
      await page.keyboard.press("Enter");
      const name = async () => (await member.get("/users/me"))["full_name"];
      await expect.poll(name).toBe("Mia Member Meyer");
      await open(page, "account-and-privacy");
      await page.getByLabel("Current password").fill("wrong");
      await page.getByLabel("New password").fill("a-better-password-1");
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByRole("alert").filter({ hasText: "Wrong password!" }).waitFor();
      const shown = page.getByLabel("Your password, to see the key");
      await shown.fill("wrong");
      await shown.press("Enter");
      await page.getByRole("alert").nth(1).waitFor();
      await shown.fill(password);
      await shown.press("Enter");
      await page.locator(".key").waitFor();
      expect(await page.locator(".key").innerText()).toMatch(/^\w{32}$/);
    });
  });

  test("a browser that is logged out from another one shows the page to log in", async ({
    expect,
  }) => {
    await withBrowser(async (one) => {
      await withBrowser(async (other) => {
        const here = await openAs(one, product.url, { email });
        const there = await openAs(other, product.url, { email });
        await open(here, "account-and-privacy");
        await here.getByText("This browser").waitFor();
        await here.getByRole("button", { name: "Log out everywhere else" }).click();
        await there.getByRole("heading", { name: /^Log in to/ }).waitFor();
        expect(await here.getByRole("button", { name: "Log out", exact: true }).count()).toBe(0);
      });
    });
  });
});
