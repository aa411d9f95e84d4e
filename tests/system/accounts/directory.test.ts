import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import { askOperator, operatorEnvironment } from "../in-process/ask-operator.ts";
import type { Product } from "../in-process/product.ts";
import { startDemo } from "../in-process/start-demo.ts";
import { type CompanyDirectory, directoryPassword, startDirectory } from "./company-directory.ts";
import { ownerOf, plant, sessionIn, sessionOf } from "./planted-session.ts";

let product: Product;
let company: CompanyDirectory;

beforeAll(async () => {
  product = await startDemo(operatorEnvironment);
  company = await startDirectory(["dora", "greta", "otto"]);
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
});

const asOperator = (path: string, method: string, body: object) =>
  askOperator(product, { path, method, body });

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${product.url}/login?next=/docs`);
  await submit(page, username, password);
}

async function submit(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("User name or e-mail address").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

const withoutScripts = { javaScriptEnabled: false };

describe("logging in with a real directory and a browser (docs/behaviour/single-sign-on.md#directories)", () => {
  test("a name of the directory is nobody's until the organization uses the directory", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/login`);
      expect(await page.getByLabel("User name or e-mail address").count()).toBe(0);
      await page.getByLabel("E-mail address").fill("dora@example.com");
      await page.getByLabel("Password").fill(directoryPassword);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await page.getByRole("alert").waitFor();
      expect(await browser.cookies()).toEqual([]);
    }, withoutScripts);
  });

  test("somebody new logs in with the name and password of the directory, and not with another password", async ({
    expect,
  }) => {
    const configured = await asOperator("/sign_in", "PATCH", { directory: company.settings });
    expect(configured).toMatchObject({ result: "success" });
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await logIn(page, "dora", "a wrong password");
      await page.getByRole("alert").waitFor();
      expect(await browser.cookies()).toEqual([]);
      await logIn(page, "dora*)(uid=*", directoryPassword);
      await page.getByRole("alert").waitFor();
      await logIn(page, "dora", directoryPassword);
      await page.waitForURL(`${product.url}/docs`);
      const me = await page.request.get(`${product.url}/api/v1/users/me`);
      expect(await me.json()).toMatchObject({
        full_name: "dora of the company",
        delivery_email: "dora@example.com",
      });
    }, withoutScripts);
  });

  test("a log-in with the directory begins a new session, is led to no other site, and gives a planted one nothing", async ({
    expect,
  }) => {
    const attacker = "member2@example.com";
    const planted = await sessionOf(product.url, { demo: attacker });
    await withBrowser(async (browser) => {
      await plant(browser, product.url, planted);
      const page = await browser.newPage();
      await page.goto(`${product.url}/login?next=//evil.example/x`);
      await submit(page, "otto", directoryPassword);
      await page.waitForURL(`${product.url}/`);
      const own = await sessionIn(browser, product.url);
      expect(own).not.toBe(planted);
      expect(await ownerOf(product.url, own)).toBe("otto@example.com");
      expect(await ownerOf(product.url, planted)).toBe(attacker);
    }, withoutScripts);
  });

  test("whoever tries passwords of the directory is refused for a while, also with the right one", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      for (let tried = 0; tried < 5; tried += 1) await logIn(page, "greta", `wrong ${tried}`);
      await logIn(page, "greta", directoryPassword);
      await page.getByRole("alert").filter({ hasText: "Too many attempts." }).waitFor();
      expect(await sessionIn(browser, product.url)).toBe("");
    }, withoutScripts);
  });

  test("somebody whom the directory lacks is out with the next synchronisation, and others stay in", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const [doras, ottos] = [await browser.newPage(), await browser.newPage()];
      await logIn(ottos, "otto", directoryPassword);
      await ottos.waitForURL(`${product.url}/docs`);
      const own = await browser.cookies();
      await browser.clearCookies();
      await logIn(doras, "dora", directoryPassword);
      await doras.waitForURL(`${product.url}/docs`);
      await company.remove("dora");
      expect(await asOperator("/sync_directory", "POST", {})).toMatchObject({ result: "success" });
      expect((await doras.request.get(`${product.url}/api/v1/users/me`)).status()).toBe(401);
      await browser.clearCookies();
      await browser.addCookies(own);
      expect((await ottos.request.get(`${product.url}/api/v1/users/me`)).status()).toBe(200);
      await logIn(doras, "dora", directoryPassword);
      await doras.getByRole("alert").waitFor();
    }, withoutScripts);
    const admin = await Client.login(product.url, "admin@example.com");
    const { members } = await admin.get("/users");
    expect(members).toContainEqual(
      expect.objectContaining({ full_name: "dora of the company", is_active: false }),
    );
  });
});
