import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { findings } from "../web-client/axe.ts";

let server: Server;
let product: Product;
let member: Client;
/** Answer of the server of meetings; empty if it hangs up. */
let answer = "";

beforeAll(async () => {
  server = createServer((_req, res) => {
    if (answer === "") res.destroy();
    else res.end(answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  product = await startDemo({
    BIG_BLUE_BUTTON_URL: `http://127.0.0.1:${String(port)}/bigbluebutton`,
    BIG_BLUE_BUTTON_SECRET: "meeting secret",
    VIDEO_ZOOM_CLIENT_ID: "zoom client",
    VIDEO_ZOOM_CLIENT_SECRET: "zoom secret",
  });
  member = await Client.login(product.url, "member@example.com");
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  server.closeAllConnections();
  server.close();
});

const arabic = { locale: "ar", viewport: { width: 320, height: 640 } };

async function callLink(): Promise<string> {
  const made = await member.get("/calls/bigbluebutton/create", { meeting_name: "Standup" });
  return product.url + String(made["url"]);
}

/** Joins as a guest and returns what the page then says. */
async function joinAs(page: Page, name: string): Promise<string> {
  await page.getByLabel("اسمك").fill(name);
  const answered = page.waitForResponse(/bigbluebutton\/join$/);
  await page.getByRole("button", { name: "انضمام" }).click();
  await (await answered).finished();
  return await page.getByRole("alert").filter({ hasText: /./ }).innerText();
}

describe("refusals on pages of calls, in Arabic (docs/behaviour/languages.md#refusals)", () => {
  test("a guest is told in Arabic what is wrong with a link, a name, and the server of meetings", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      await page.goto(`${product.url}/calls/bigbluebutton/join?bigbluebutton=nonsense`);
      expect(await joinAs(page, "ليلى")).toBe("رابط المكالمة هذا غير صالح.");
      await page.goto(await callLink());
      expect(await joinAs(page, "ل")).toBe("الاسم قصير جدًا");
      expect(await joinAs(page, "ليلى*")).toBe("في الاسم أحرف غير مسموح بها");
      answer = "";
      expect(await joinAs(page, "ليلى")).toMatch(
        /^تعذّر الاتصال بخادوم \u2068BigBlueButton\u2069: \u2068.+\u2069$/,
      );
      answer = "<response><messageKey>checksumError</messageKey></response>";
      expect(await joinAs(page, "ليلى")).toBe("لا يقبل خادوم \u2068BigBlueButton\u2069 ما قُدّم له");
      answer = "<response><returncode>FAILED</returncode></response>";
      expect(await joinAs(page, "ليلى")).toBe(
        "أجاب خادوم \u2068BigBlueButton\u2069 بخطأ غير متوقع: \u2068FAILED\u2069",
      );
      expect(await findings(page)).toEqual([]);
      expect(problems).toEqual([]);
    }, arabic);
  });

  test("whoever agrees to calls in the own name is told in Arabic that a password, or what came back, is wrong", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/calls/zoom/register`);
      await page.getByLabel("عنوان البريد الإلكتروني").fill("member@example.com");
      await page.getByLabel("كلمة المرور").fill("wrong");
      await page.getByRole("button", { name: "متابعة" }).click();
      const wrong = page.getByRole("alert").filter({ hasText: "اسم المستخدم أو كلمة المرور" });
      await wrong.waitFor();
      const stale = "بدأت موافقتك لدى \u2068Zoom\u2069 في نافذة أخرى، أو طالت. ابدأ من جديد";
      await page.goto(`${product.url}/calls/zoom/complete?code=x&state=nonsense`);
      await page.getByRole("status").filter({ hasText: stale }).waitFor();
      expect(await findings(page)).toEqual([]);
      await page.goto(`${product.url}/calls/webex/register`);
      await page.getByLabel("عنوان البريد الإلكتروني").fill("member@example.com");
      await page.getByLabel("كلمة المرور").fill("correct-horse-battery");
      await page.getByRole("button", { name: "متابعة" }).click();
      const unset = "لم يُضبط \u2068Webex\u2069 على هذا الخادوم";
      await page.getByRole("alert").filter({ hasText: unset }).waitFor();
    }, arabic);
  });

  test("an English page says refusals as they come", async ({ expect }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/calls/bigbluebutton/join?bigbluebutton=nonsense`);
      await page.getByLabel("Your name").fill("Ada");
      await page.getByRole("button", { name: "Join" }).click();
      const problem = page.getByRole("alert").filter({ hasText: /./ });
      expect(await problem.innerText()).toBe("Invalid signature.");
    });
  });
});
