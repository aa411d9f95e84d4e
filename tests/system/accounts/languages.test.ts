import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { findings } from "../web-client/axe.ts";
import { startSite } from "../web-client/site.ts";
import { linkInMail } from "./link-in-mail.ts";

let product: Product;
let owner: Client;

beforeAll(async () => {
  product = await startSite({ ORGANIZATION_CREATION: "open" });
  owner = await Client.login(product.url, "owner@example.com");
});
afterAll(() => product[Symbol.asyncDispose]());

const password = "another-long-secret";
const narrow = { width: 320, height: 640 };
const arabic = { locale: "ar", viewport: narrow };

/** Lists what is wrong with a page that is to be in Arabic and fit on a small screen. */
async function problemsOf(page: Page): Promise<readonly string[]> {
  const shown = await page.evaluate(
    "const { dir, lang, scrollWidth } = document.documentElement; ({ dir, lang, scrollWidth })",
  );
  const { dir, lang, scrollWidth } = shown as Readonly<Record<string, string>>;
  return [
    ...(lang === "ar" && dir === "rtl" ? [] : [`${lang} ${dir}`]),
    ...(Number(scrollWidth) <= narrow.width ? [] : [`wide: ${scrollWidth}`]),
    ...(await findings(page)),
  ];
}

describe("the ways in, in Arabic on a small screen (docs/behaviour/languages.md#pages)", () => {
  test("somebody whose browser asks for Arabic is refused and logs in in Arabic", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/login`);
      expect(await problemsOf(page)).toEqual([]);
      await page.getByLabel("عنوان البريد الإلكتروني").fill("member@example.com");
      await page.getByLabel("كلمة المرور").fill("wrong");
      await page.getByRole("button", { name: "تسجيل الدخول", exact: true }).click();
      await page.getByRole("alert").filter({ hasText: "كلمة المرور غير صحيحة." }).waitFor();
      expect(await problemsOf(page)).toEqual([]);
      await page.getByLabel("كلمة المرور").fill("correct-horse-battery");
      await page.getByRole("button", { name: "تسجيل الدخول", exact: true }).click();
      await page.waitForURL(`${product.url}/`);
    }, arabic);
  });

  test("somebody who reads Arabic resets the password by a link in Arabic, whatever the browser asks for", async ({
    expect,
  }) => {
    const email = "member2@example.com";
    const person = await Client.login(product.url, email);
    expect((await person.patch("/settings", { default_language: "ar" })).msg).toBe("");
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/accounts/password/reset/`);
      expect(await problemsOf(page)).toEqual([]);
      await page.getByLabel("عنوان البريد الإلكتروني").fill(email);
      await page.getByRole("button", { name: "إرسال الرابط" }).click();
      await page.getByRole("heading", { name: "انظر في بريدك" }).waitFor();
      expect(await problemsOf(page)).toEqual([]);
    }, arabic);
    const found = /http:\/\/\S+\/accounts\/password\/reset\/\w{32}/;
    const link = await linkInMail(product.mailDir, { email, found });
    await withBrowser(
      async (browser) => {
        const page = await browser.newPage();
        await page.goto(link);
        expect(await problemsOf(page)).toEqual([]);
        await page.getByLabel("كلمة المرور الجديدة").fill("password");
        await page.getByRole("button", { name: "تعيين كلمة المرور" }).click();
        await page.getByRole("alert").filter({ hasText: "كلمة المرور ضعيفة جدًا." }).waitFor();
        await page.getByLabel("كلمة المرور الجديدة").fill(password);
        await page.getByRole("button", { name: "تعيين كلمة المرور" }).click();
        await page.getByText("Your password is set. Log in with it.").waitFor();
        await page.getByLabel("E-mail address").fill(email);
        await page.getByLabel("Password", { exact: true }).fill(password);
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await page.waitForURL(`${product.url}/`);
        await page.goto(`${product.url}/accounts/second-factors/`);
        await page.getByRole("heading", { name: "العوامل الثانية" }).waitFor();
        expect(await problemsOf(page)).toEqual([]);
        await page.getByRole("link", { name: "إضافة مفتاح مرور" }).click();
        await page.getByRole("heading", { name: "إضافة مفتاح مرور" }).waitFor();
        expect(await problemsOf(page)).toEqual([]);
      },
      { locale: "en", viewport: narrow },
    );
  });

  test("somebody who was invited joins in Arabic", async ({ expect }) => {
    const email = "arab@example.com";
    const invited = { invitee_emails: email, stream_ids: [] };
    expect((await owner.post("/invites", invited)).msg).toBe("");
    const found = /http:\/\/\S+\/join\/\w{32}/;
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(await linkInMail(product.mailDir, { email, found }));
      expect(await problemsOf(page)).toEqual([]);
      await page.getByLabel("اسمك").fill("ليلى");
      await page.getByLabel("كلمة المرور").fill("password");
      await page.locator("button").click();
      await page.getByRole("alert").filter({ hasText: "كلمة المرور ضعيفة جدًا." }).waitFor();
      await page.getByLabel("كلمة المرور").fill(password);
      await page.locator("button").click();
      await page.getByText("حسابك جاهز.").waitFor();
      expect(await problemsOf(page)).toEqual([]);
    }, arabic);
  });

  test("somebody who creates an organization in Arabic gets the link for it in Arabic", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/login`);
      await page.getByRole("link", { name: "هل تبحث عن مؤسسة أخرى؟" }).click();
      await page.getByRole("heading", { name: "البحث عن مؤسساتك" }).waitFor();
      expect(await problemsOf(page)).toEqual([]);
      await page.getByRole("link", { name: "إنشاء مؤسسة" }).click();
      await page.getByLabel("اسم المؤسسة").fill("جديدة");
      await page.locator("input[name=subdomain]").fill("www");
      await page.getByLabel("اسمك").fill("ليلى");
      await page.getByLabel("عنوان بريدك الإلكتروني").fill("laila@new.example");
      await page.getByRole("button", { name: "إرسال الرابط" }).click();
      await page.getByRole("alert").filter({ hasText: "محجوز." }).waitFor();
      expect(await problemsOf(page)).toEqual([]);
      await page.locator("input[name=subdomain]").fill("jadida");
      await page.getByRole("button", { name: "إرسال الرابط" }).click();
      await page.getByRole("heading", { name: "انظر في بريدك" }).waitFor();
      const found = /إنشاؤها:\s+http:\/\/\S+\/new\/confirm\/\w{32}/;
      await linkInMail(product.mailDir, { email: "laila@new.example", found });
    }, arabic);
  });
});

describe("samples of e-mail (docs/behaviour/mail.md#previews)", () => {
  test("developers see each e-mail in each language", async ({ expect }) => {
    const list = await (await fetch(`${product.url}/emails`)).text();
    const addresses = [...list.matchAll(/href="(\/emails\/[^"]+)"/g)].map(
      (match) => match[1] ?? "",
    );
    expect(addresses.filter((one) => one.endsWith("?language=ar"))).toHaveLength(
      addresses.length / 2,
    );
    for (const address of addresses.filter((one) => !one.includes(".txt"))) {
      const language = address.endsWith("ar") ? 'lang="ar" dir="rtl"' : 'lang="en" dir="ltr"';
      expect([address, await (await fetch(`${product.url}${address}`)).text()]).toEqual([
        address,
        expect.stringContaining(`<html ${language}>`),
      ]);
    }
    expect((await fetch(`${product.url}/emails/invitation?language=de`)).status).toBe(404);
  });
});
