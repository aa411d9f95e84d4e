import { findFreePort } from "@team-chat/servers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser, withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { findings } from "../web-client/axe.ts";
import { desktopBridge } from "./desktop-bridge.ts";
import { linkInMail } from "./link-in-mail.ts";
import { signInAtProvider, startIdentityProvider } from "./start-identity-provider.ts";
import { VirtualAuthenticator } from "./virtual-authenticator.ts";

let product: Product;

beforeAll(async () => {
  const port = await findFreePort();
  const issuer = `http://127.0.0.1:${String(port)}`;
  const company = { id: "company", name: "Company", issuer, clientId: "chat" };
  product = await startDemo({
    OPENID_PROVIDERS: JSON.stringify([{ ...company, clientSecret: "secret" }]),
  });
  const callback = `${product.url}/accounts/login/openid/company/callback`;
  product.defer(await startIdentityProvider(port, callback));
});
afterAll(() => product[Symbol.asyncDispose]());

const password = "correct-horse-battery";
const english = { locale: "en" };

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(`${product.url}/login?next=/accounts/second-factors/`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Lists what is wrong with a page that is to be in Arabic. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  const shown = await page.evaluate("document.documentElement.lang + document.documentElement.dir");
  return [...(shown === "arrtl" ? [] : [String(shown)]), ...(await findings(page))];
}

describe("pages for somebody who reads Arabic in a browser that asks for English (docs/behaviour/languages.md#pages)", () => {
  test("the page for a second factor is in Arabic once the password says who it is, and so is its refusal", async ({
    expect,
  }) => {
    const email = "member@example.com";
    const client = await Client.login(product.url, email);
    await using first = await openBrowser(english);
    const page = await first.browser.newPage();
    await VirtualAuthenticator.add(page);
    await logIn(page, email);
    await page.getByRole("link", { name: "Add a passkey" }).click();
    await page.getByLabel("Name").fill("Phone");
    await page.getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("button", { name: "Make the passkey" }).click();
    const code = await page.getByRole("listitem").first().innerText();
    await client.patch("/settings", { default_language: "ar" });
    await withBrowser(async (browser) => {
      const other = await browser.newPage();
      await logIn(other, email);
      await other.getByRole("heading", { name: "خطوة أخرى" }).waitFor();
      expect(await problemsOf(other)).toEqual([]);
      await other.getByLabel("رمز الاسترداد").fill("000000");
      await other.getByRole("button", { name: "تسجيل الدخول" }).click();
      await other.getByRole("alert").filter({ hasText: "هذا الرمز خاطئ" }).waitFor();
      expect(await problemsOf(other)).toEqual([]);
      await other.getByLabel("رمز الاسترداد").fill(code);
      await other.getByRole("button", { name: "تسجيل الدخول" }).click();
      await other.getByRole("heading", { name: "العوامل الثانية" }).waitFor();
    }, english);
  });

  test("the page that leads back to the desktop app is in Arabic", async ({ expect }) => {
    const leave = async (app: Page) => {
      const { decrypt, paste } = await desktopBridge(app);
      await app.goto(`${product.url}/login?next=/docs`);
      const opened = app.context().waitForEvent("page");
      await app.getByRole("link", { name: "Sign in with Company" }).click();
      const page = await opened;
      await signInAtProvider(page, "dora");
      return { page, back: async () => paste(decrypt(await page.locator("code").innerText())) };
    };
    await withBrowser(async (browser) => {
      const app = await browser.newPage();
      const first = await leave(app);
      await first.page.getByRole("heading", { name: "Back to the app" }).waitFor();
      await first.back();
      await app.waitForURL(`${product.url}/docs`);
      const changed = await app.request.patch(`${product.url}/api/v1/settings`, {
        headers: { Origin: product.url },
        form: { default_language: "ar" },
      });
      expect(changed.status()).toBe(200);
    }, english);
    await withBrowser(async (browser) => {
      const app = await browser.newPage();
      const { page } = await leave(app);
      await page.getByRole("heading", { name: "العودة إلى التطبيق" }).waitFor();
      expect(await problemsOf(page)).toEqual([]);
    }, english);
  });

  test("pages that end e-mail are in Arabic", async ({ expect }) => {
    const email = "member2@example.com";
    const client = await Client.login(product.url, email);
    const quick = { email_notifications_batching_period_seconds: 1 };
    await client.patch("/settings", { default_language: "ar", ...quick });
    const { user_id: to } = await client.get("/users/me");
    const owner = await Client.login(product.url, "owner@example.com");
    await owner.post("/messages", { type: "direct", to: [Number(to)], content: "مرحبا" });
    const found = /http:\/\/\S+\/accounts\/unsubscribe\/\w{32}/;
    const link = await linkInMail(product.mailDir, { email, found });
    await withBrowser(
      async (browser) => {
        const page = await browser.newPage();
        await page.goto(link);
        await page.getByRole("listitem").filter({ hasText: "الرسائل المباشرة" }).waitFor();
        expect(await problemsOf(page)).toEqual([]);
        await page.getByRole("button", { name: "لا ترسلوا إليّ المزيد" }).click();
        await page.getByRole("heading", { name: "تم إلغاء اشتراكك" }).waitFor();
        expect(await problemsOf(page)).toEqual([]);
      },
      { ...english, viewport: { width: 320, height: 640 } },
    );
  });
});
