import { generateSync } from "otplib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { setUpApp } from "../accounts/set-up-app.ts";
import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { request } from "../request.ts";
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

  test("each section begins at its top, however far the one before was scrolled", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      await page.setViewportSize({ width: 320, height: 480 });
      await open(page, "notifications");
      const scrolled = page.locator("main .page");
      await scrolled.evaluate((box) => box.scrollTo({ top: 200 }));
      expect(await scrolled.evaluate((box) => box.scrollTop)).toBe(200);
      await page.evaluate('location.hash = "#settings/preferences"');
      await page.getByLabel("Colours").waitFor();
      expect(await scrolled.evaluate((box) => box.scrollTop)).toBe(0);
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

describe("a second factor (docs/behaviour/second-factors.md#the-page)", () => {
  const path = "/accounts/second-factors/";
  const submit = (to: string, fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${product.url}${to}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: product.url, ...headers },
      redirect: "manual",
    });

  test("pages of second factors refuse whoever is not logged in, and forms of other origins", async ({
    expect,
  }) => {
    for (const page of [path, `${path}app`, `${path}app/remove`, `${path}codes`]) {
      const Cookie = `session=${"x".repeat(32)}`;
      const shown = await fetch(`${product.url}${page}`, {
        headers: { Cookie },
        redirect: "manual",
      });
      const leads = [303, "/login?next=%2Faccounts%2Fsecond-factors%2F"];
      expect([shown.status, shown.headers.get("location")]).toEqual(leads);
      if (page === path) continue;
      expect((await submit(page, {}, { Cookie })).headers.get("location")).toBe(leads[1]);
      const foreign = { Cookie, Origin: "https://evil.example" };
      expect((await submit(page, {}, foreign)).status).toBe(403);
    }
    const step = "/login/second-factor";
    expect((await submit(step, {}, { Origin: "https://evil.example" })).status).toBe(403);
    for (const Cookie of ["", `half-sign-in=${"x".repeat(32)}`]) {
      const refused = await submit(step, { code: "000000" }, { Cookie });
      expect(refused.status).toBe(401);
      expect(await refused.text()).toContain("The sign-in took too long");
    }
  });

  test("somebody sets up an app, logs in with a code of it and without scripts, and removes it again", async ({
    expect,
  }) => {
    const secret = { text: "" };
    const code = (steps: number) =>
      generateSync({ secret: secret.text, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email });
      await open(page, "account-and-privacy");
      await page.getByRole("link", { name: "Set up or remove" }).click();
      await page.getByRole("link", { name: "Set up an app" }).click();
      await page.getByRole("img", { name: "QR code of the key" }).waitFor();
      secret.text = (await page.locator("code").innerText()).replaceAll(" ", "");
      await page.getByLabel("Code that the app shows").fill(code(3));
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Turn it on" }).click();
      await page.getByRole("alert").filter({ hasText: "This code is wrong" }).waitFor();
      await page.getByLabel("Code that the app shows").fill(code(0));
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Turn it on" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      expect(await page.getByRole("listitem").count()).toBe(10);
    });
    await withBrowser(
      async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${product.url}/login?next=${path}`);
        await page.getByLabel("E-mail address").fill(email);
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await page.getByText(`Logging in as ${email} needs a code`).waitFor();
        const names = async () => (await browser.cookies()).map(({ name }) => name);
        expect(await names()).toEqual(["half-sign-in"]);
        await page.getByLabel("Code").fill(code(3));
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await page.getByRole("alert").filter({ hasText: "This code is wrong" }).waitFor();
        await page.getByLabel("Code").fill(code(1));
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await page.waitForURL(`${product.url}${path}`);
        expect(await names()).toEqual(["session", "session-fingerprint"]);
        await page.getByRole("link", { name: "Remove the app" }).click();
        await page.getByLabel("Your password").fill(password);
        await page.getByRole("button", { name: "Remove the app" }).click();
        await page.getByRole("link", { name: "Set up an app" }).waitFor();
      },
      { javaScriptEnabled: false },
    );
  });

  test("administrators see who has a second factor, and remove one that was lost", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: "member2@example.com" });
      await page.goto(`${product.url}${path}app`);
      const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
      await page.getByLabel("Code that the app shows").fill(generateSync({ secret }));
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Turn it on" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      const admin = await openAs(browser, product.url, { email: "admin@example.com" });
      await admin.goto(`${product.url}/#organization/users/second-factors`);
      const entry = admin.locator(".entries li").filter({ hasText: "Has a second factor" });
      await entry.getByText("Max Member").waitFor();
      await entry.getByRole("button", { name: "Remove" }).click();
      await entry.getByRole("group").getByRole("button", { name: "Remove" }).click();
      await entry.waitFor({ state: "detached" });
    });
    // Without it the password alone is enough again.
    const form = new URLSearchParams({ username: "member2@example.com", password });
    const logIn = { method: "POST", path: "/api/v1/fetch_api_key", form };
    expect((await request(product.url, logIn)).status).toBe(200);
  });

  test("whoever lacks a second factor that is overdue is let to its page only, and programs are told why (docs/behaviour/second-factors.md#required)", async ({
    expect,
  }) => {
    const owner = await Client.login(product.url, "owner@example.com");
    expect((await member.get("/users/me"))["result"]).toBe("success");
    const required = { second_factor_required_for: "everybody", second_factor_grace_days: 0 };
    expect(await owner.patch("/realm", required)).toMatchObject({ result: "success" });
    expect(await member.get("/users/me")).toMatchObject({
      code: "UNAUTHORIZED",
      msg: `This organization requires a second factor: set one up at ${product.url}${path}`,
    });
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/login`);
      await page.getByLabel("E-mail address").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await page.waitForURL(`${product.url}${path}`);
      await page.getByRole("status").filter({ hasText: "requires a second factor" }).waitFor();
      expect((await page.request.get(`${product.url}/api/v1/users/me`)).status()).toBe(401);
      await setUpApp(page, password);
      expect((await page.request.get(`${product.url}/api/v1/users/me`)).status()).toBe(200);
    });
    expect((await member.get("/users/me"))["result"]).toBe("success");
  });
});
