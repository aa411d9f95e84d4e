import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import type { Product } from "../in-process/product.ts";
import { request } from "../request.ts";
import { findings } from "../web-client/axe.ts";
import { openAs, startSite } from "../web-client/site.ts";
import { linkInMail } from "./link-in-mail.ts";

let product: Product;

beforeAll(async () => {
  product = await startSite({ ORGANIZATION_CREATION: "open" });
});
afterAll(() => product[Symbol.asyncDispose]());

const password = "a-long-enough-secret";
const wanted = {
  name: "Fresh",
  subdomain: "fresh",
  full_name: "Bo Boss",
  email: "bo@fresh.example",
};

const submit = (path: string, fields: Record<string, string>, headers: object = {}) =>
  fetch(`${product.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: product.url, ...headers },
    redirect: "manual",
  });

const link = /http:\/\/\S+\/new\/confirm\/\w{32}/;

describe("creating an organization in a browser (docs/behaviour/organization.md#creating-one-on-a-page)", () => {
  test("forms of other origins, and links that never were, are refused", async ({ expect }) => {
    for (const path of ["/new", "/new/create"])
      expect((await submit(path, wanted, { Origin: "https://evil.example" })).status).toBe(403);
    const dead = await submit("/new/create", { password });
    expect(dead.status).toBe(400);
    expect(await dead.text()).toContain("This link does not work any more. Begin again.");
    const opened = await fetch(`${product.url}/new/confirm/${"x".repeat(32)}`, {
      redirect: "manual",
    });
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/new/create"]);
    expect(opened.headers.get("set-cookie")).toMatch(/^new-organization=x{32};.*HttpOnly/);
    const invited = await fetch(`${product.url}/new/${"y".repeat(32)}`, { redirect: "manual" });
    expect([invited.status, invited.headers.get("location")]).toEqual([303, "/new"]);
    expect(invited.headers.get("set-cookie")).toMatch(/^creation-invitation=y{32};.*HttpOnly/);
  });

  test("a link for one address is asked for five times an hour, and each is answered alike", async ({
    expect,
  }) => {
    const known = { ...wanted, email: "owner@example.com" };
    for (let count = 0; count < 5; count += 1) {
      const answer = await submit("/new", known);
      expect(await answer.text()).toContain("is on its way to owner@example.com.");
    }
    expect((await submit("/new", known)).status).toBe(429);
  });

  test("somebody creates an organization without scripts, and logs in to it", async ({
    expect,
  }) => {
    await withBrowser(
      async (browser) => {
        const page = await browser.newPage();
        await page.goto(`${product.url}/new`);
        await page.getByLabel("Name of the organization").fill(wanted.name);
        await page.getByLabel("Address", { exact: false }).first().fill("www");
        await page.getByLabel("Your name").fill(wanted.full_name);
        await page.getByLabel("Your e-mail address").fill(wanted.email);
        await page.getByRole("button", { name: "Send the link" }).click();
        await page.getByRole("alert").filter({ hasText: "'www' is reserved." }).waitFor();
        expect(await page.getByLabel("Your name").inputValue()).toBe(wanted.full_name);
        await page.locator("input[name=subdomain]").fill(wanted.subdomain);
        await page.getByRole("button", { name: "Send the link" }).click();
        await page.getByRole("heading", { name: "Look into your e-mail" }).waitFor();
        await page.goto(await linkInMail(product.mailDir, { email: wanted.email, found: link }));
        expect(page.url()).toBe(`${product.url}/new/create`);
        await page.getByLabel("Your password").fill("password");
        await page.getByRole("button", { name: "Create the organization" }).click();
        await page.getByRole("alert").filter({ hasText: "The password is too weak." }).waitFor();
        await page.getByLabel("Your password").fill(password);
        await page.getByRole("button", { name: "Create the organization" }).click();
        await page.getByRole("link", { name: "Go there" }).click();
        await page.getByRole("heading", { name: "Log in to Fresh" }).waitFor();
        await page.getByLabel("E-mail address").fill(wanted.email);
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Log in", exact: true }).click();
        await page.waitForURL(/^http:\/\/fresh\.localhost:\d+\/$/);
      },
      { javaScriptEnabled: false },
    );
  });

  test("the root domain's pages to log in and to find organizations lead to creating one", async ({
    expect,
  }) => {
    const led = async (path: string, host: string) => {
      const { body } = await request(product.url, { path, host });
      return body.includes('href="/new"');
    };
    const { host } = new URL(product.url);
    expect(await led("/login", host)).toBe(true);
    expect(await led("/accounts/find/", host)).toBe(true);
    expect(await led("/login", `acme.${host}`), "of an organization").toBe(false);
  });

  test("the pages have no barriers that axe finds", async ({ expect }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/new`);
      expect(await findings(page)).toEqual([]);
      await submit("/new", { ...wanted, subdomain: "other", email: "bo@other.example" });
      const email = "bo@other.example";
      await page.goto(await linkInMail(product.mailDir, { email, found: link }));
      expect(await findings(page)).toEqual([]);
      await page.goto(`${product.url}/new/create`);
      await page.getByLabel("Your password").fill(password);
      await page.getByRole("button", { name: "Create the organization" }).click();
      await page.getByRole("link", { name: "Go there" }).waitFor();
      expect(await findings(page)).toEqual([]);
    });
  });
});

describe("finding one's organizations in a browser (docs/behaviour/organization.md#finding-organizations)", () => {
  test("somebody finds an organization by the own address without scripts, and is led to its page to log in", async ({
    expect,
  }) => {
    await withBrowser(
      async (browser) => {
        const page = await browser.newPage();
        const email = "owner@acme.example";
        await page.goto(`${product.url}/accounts/find/`);
        await page.getByLabel("E-mail address").fill(email);
        await page.getByRole("button").click();
        await page.getByText(email).waitFor();
        const found = /http:\/\/acme\.\S+/;
        await page.goto(await linkInMail(product.mailDir, { email, found }));
        await page.getByRole("heading", { name: /^Log in to / }).waitFor();
        expect(new URL(page.url()).hostname).toBe("acme.localhost");
      },
      { javaScriptEnabled: false },
    );
  });
});

describe("changing one's address in a browser (docs/behaviour/users.md#changing-e-mail-addresses)", () => {
  test("somebody asks for another address in the settings, and has it once the link in the e-mail was followed", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: "member@example.com" });
      const email = "moved@example.com";
      const addressOf = async () => {
        const me = await page.request.get(`${product.url}/api/v1/users/me`);
        return ((await me.json()) as Record<string, unknown>)["delivery_email"];
      };
      await page.goto(`${product.url}/#settings/account-and-privacy`);
      await page.getByLabel("E-mail", { exact: true }).fill(email);
      await page.getByRole("button", { name: "Change address" }).click();
      await page.getByRole("status").filter({ hasText: email }).waitFor();
      expect(await addressOf()).toBe("member@example.com");
      const found = /http:\/\/\S+\/confirm-email\/\w+/;
      await page.goto(await linkInMail(product.mailDir, { email, found }));
      expect(page.url()).toBe(`${product.url}/confirm-email`);
      await page.getByRole("button").click();
      await page.getByText(`Your address is now ${email}.`).waitFor();
      expect(await addressOf()).toBe(email);
    });
  });
});
