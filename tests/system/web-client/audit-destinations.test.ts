import { nextLook, Receiver } from "@team-chat/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser, withBrowser } from "../browser.ts";
import { DemoPage } from "./demo-page.ts";
import { confirm, entry, openSection } from "./sections.ts";
import { openAs } from "./site.ts";

const section = "organization/audit-log/destinations";

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

/** Adds a server in the form. */
async function add(page: Page, given: { readonly name: string; readonly url: string }) {
  await page.getByLabel("Name of the server").fill(given.name);
  await page.getByLabel("Address").fill(given.url);
  await page.getByLabel("Header Authorization").fill("Splunk 1234");
  await page.getByRole("button", { name: "Send the log there" }).press("Enter");
}

describe("where the audit log is sent, in the web client (docs/behaviour/audit.md#sending)", () => {
  test("administrators who are no owners read the log and are not offered to send it", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, demo.product.url, { email: "admin@example.com" });
      await openSection(page, section, "Audit log");
      await page.getByRole("button", { name: "Check that no entry was altered" }).waitFor();
      expect(await page.getByRole("link", { name: "Sent to" }).count()).toBe(0);
      expect(await page.getByLabel("Name of the server").count()).toBe(0);
    });
  });

  test("a server is added, its secret is shown once, it is held, goes on and is removed", async ({
    expect,
  }) => {
    await using receiver = await Receiver.start();
    const { page } = owner;
    await openSection(page, section, "Sent to");
    await page.getByText("The log is sent nowhere.").waitFor();
    await add(page, { name: "Nowhere", url: "ftp://siem.example" });
    await page.getByRole("alert").getByText("url").waitFor();
    expect(await page.locator(".key").count()).toBe(0);
    await add(page, { name: "SIEM", url: receiver.url });
    expect(await page.locator(".key").innerText()).toMatch(/^whsec_.{40,}/);
    expect(await page.getByRole("alert").count()).toBe(0);
    while ((await page.getByLabel("Header Authorization").inputValue()) !== "") await nextLook();
    await receiver.hasGot(1);
    expect(receiver.requests[0]?.headers.authorization).toBe("Splunk 1234");
    const row = entry(page, "SIEM");
    await row.getByText(receiver.url).waitFor();
    await row.getByRole("button", { name: "Pause" }).press("Enter");
    await row.getByText("Paused").waitFor();
    await row.getByRole("button", { name: "Go on" }).press("Enter");
    await row.getByText("Paused").waitFor({ state: "detached" });
    await page.reload();
    await row.getByText("taken on").waitFor();
    expect(await page.locator(".key").count()).toBe(0);
    await confirm(row, "Remove");
    await page.getByText("The log is sent nowhere.").waitFor();
  });

  test("a server that takes nothing is shown with the reason, and is tried again when asked for", async ({
    expect,
  }) => {
    await using receiver = await Receiver.start();
    receiver.plays((response) => response.writeHead(503).end());
    const { page } = owner;
    await openSection(page, section, "Sent to");
    await add(page, { name: "Broken", url: receiver.url });
    const row = entry(page, "Broken");
    await row.getByText("nothing taken yet").waitFor();
    await receiver.hasGot(1);
    while (!(await row.getByText(/^Fails since .*503/).isVisible())) {
      await page.getByRole("button", { name: "Look again" }).press("Enter");
      await nextLook();
    }
    receiver.plays((response) => response.writeHead(200).end());
    const before = receiver.requests.length;
    await row.getByRole("button", { name: "Try now" }).press("Enter");
    await receiver.hasGot(before + 1);
    while (!(await row.getByText("taken on").isVisible())) {
      await page.getByRole("button", { name: "Look again" }).press("Enter");
      await nextLook();
    }
    expect(await row.getByRole("button", { name: "Try now" }).count()).toBe(0);
  });
});
