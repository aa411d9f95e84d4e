import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser, withBrowser } from "../browser.ts";
import { DemoPage } from "./demo-page.ts";
import { confirm, entry, openSection } from "./sections.ts";
import { openAs } from "./site.ts";

let demo: DemoPage;
let owner: { readonly page: Page; readonly opened: AsyncDisposable };

beforeAll(async () => {
  demo = await DemoPage.open();
  const opened = await openBrowser();
  const page = await openAs(opened.browser, demo.product.url, { email: "owner@example.com" });
  owner = { page, opened };
});
afterAll(async () => {
  await owner.opened[Symbol.asyncDispose]();
  await demo[Symbol.asyncDispose]();
});

describe("who may not join, in the web client (docs/behaviour/organization.md#block-list)", () => {
  test("the list of blocked addresses is for administrators, that of tokens for owners alone", async ({
    expect,
  }) => {
    const offered = async (page: Page) => {
      await openSection(page, "organization/users/scim-tokens", "Active");
      const names = await page
        .getByRole("main")
        .locator(".tabs")
        .last()
        .locator("a")
        .allInnerTexts();
      return names.filter((name) => name === "Blocked" || name === "Provisioning");
    };
    expect(await offered(demo.page)).toEqual([]);
    await withBrowser(async (browser) => {
      const page = await openAs(browser, demo.product.url, { email: "admin@example.com" });
      expect(await offered(page)).toEqual(["Blocked"]);
    });
  });

  test("an address and a domain are blocked and taken off the list; a bad or second one is refused in words", async ({
    expect,
  }) => {
    const { page } = owner;
    await openSection(page, "organization/users/blocked", "Blocked");
    await page.getByText("Nothing is blocked.").waitFor();
    const block = async (pattern: string) => {
      await page.getByLabel("Address or domain").fill(pattern);
      await page.getByLabel("Address or domain").press("Enter");
    };
    await block("nobody@");
    await page.getByRole("alert").getByText("Invalid address.").waitFor();
    await block("Spam.Example");
    await entry(page, "spam.example").getByText("since").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await block("spam.example");
    await page.getByRole("alert").getByText("is blocked already").waitFor();
    await block("Mallory@example.org");
    await entry(page, "mallory@example.org").waitFor();
    const invited = { invitee_emails: "x@spam.example", invite_expires_in_minutes: 60 };
    expect(await demo.admin.post("/invites", invited)).toMatchObject({ result: "error" });
    await entry(page, "spam.example").getByRole("button").press("Enter");
    await entry(page, "spam.example").waitFor({ state: "detached" });
    const { blocked_addresses: left } = await demo.admin.get("/realm/blocked_addresses");
    expect(left).toMatchObject([{ pattern: "mallory@example.org" }]);
  });
});

describe("tokens for SCIM in the web client (docs/behaviour/scim.md#tokens)", () => {
  test("a token is made, shown once, used, refused a second time by name, and ended", async ({
    expect,
  }) => {
    const { page } = owner;
    const { url } = demo.product;
    await openSection(page, "organization/users/scim-tokens", "Provisioning");
    await page.getByText("No system has a token yet.").waitFor();
    await page.getByText(`${url}/scim/v2`).waitFor();
    const make = async (name: string) => {
      await page.getByLabel("Name of the system").fill(name);
      await page.getByLabel("Name of the system").press("Enter");
    };
    await make("Okta");
    const token = await page.locator(".key").innerText();
    await page.getByRole("button", { name: "Copy" }).waitFor();
    await entry(page, "Okta").getByText("not used yet").waitFor();
    const people = () =>
      fetch(`${url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } });
    expect((await people()).status).toBe(200);
    await make("Okta");
    await page.getByRole("alert").getByText("There is a token of this name already.").waitFor();
    await page.reload();
    await entry(page, "Okta").getByText("used on").waitFor();
    expect(await page.locator(".key").count()).toBe(0);
    await confirm(entry(page, "Okta"), "End");
    await entry(page, "Okta").waitFor({ state: "detached" });
    expect((await people()).status).toBe(401);
  });

  test("a list that cannot be loaded says why, and offers another try", async ({ expect }) => {
    const { page } = owner;
    await openSection(page, "organization/users/active", "Active");
    const refusal = { result: "error", code: "BAD_REQUEST", msg: "Not today." };
    await page.route("**/scim_tokens", (route) => route.fulfill({ status: 400, json: refusal }));
    await openSection(page, "organization/users/scim-tokens", "Provisioning");
    await page.getByRole("alert").getByText("Not today.").waitFor();
    await page.unroute("**/scim_tokens");
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await page.getByText("No system has a token yet.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a list that no server answered for says so, and comes by itself once one answers", async ({
    expect,
  }) => {
    const { page } = owner;
    await openSection(page, "organization/users/active", "Active");
    await page.route("**/scim_tokens", (route) => route.abort());
    await openSection(page, "organization/users/scim-tokens", "Provisioning");
    await page.getByRole("alert").getByText("there is no connection").waitFor();
    await page.unroute("**/scim_tokens");
    await page.getByText("No system has a token yet.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

describe("logging others out, in the web client (docs/behaviour/sessions.md#administration)", () => {
  test("an administrator logs somebody out of all browsers, but no owner", async ({ expect }) => {
    await withBrowser(async (one) => {
      await withBrowser(async (other) => {
        const { url } = demo.product;
        const there = await openAs(other, url, { email: "member2@example.com" });
        const here = await openAs(one, url, { email: "admin@example.com" });
        await openSection(here, "organization/users", "Active");
        const olive = entry(here, "Olive Owner");
        await confirm(olive, "Log out");
        const refusal = olive.getByRole("alert");
        await refusal.waitFor();
        expect(await refusal.innerText()).toBe("Must be an organization owner");
        await confirm(entry(here, "Max Member"), "Log out");
        await there.getByRole("heading", { name: /^Log in to/ }).waitFor();
      });
    });
  });
});
