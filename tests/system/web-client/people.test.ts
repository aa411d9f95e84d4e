import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { arrived, composeBox, openAs, say, startSite } from "./site.ts";

let product: Product;
let admin: Client;
let member: Client;

const memberEmail = "member@example.com";

beforeAll(async () => {
  product = await startSite();
  admin = await Client.login(product.url, "admin@example.com");
  member = await Client.login(product.url, memberEmail);
});
afterAll(() => product[Symbol.asyncDispose]());

async function idOf(person: Client): Promise<number> {
  return Number((await person.get("/users/me"))["user_id"]);
}

async function membersOf(groupName: string): Promise<readonly number[] | undefined> {
  const groups = (await admin.get("/user_groups"))["user_groups"] as {
    readonly name: string;
    readonly members: readonly number[];
  }[];
  return groups.find(({ name }) => name === groupName)?.members;
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const reached = () =>
    page.evaluate(
      `(document.activeElement?.labels?.[0]?.innerText ?? document.activeElement?.innerText ?? "").trim()`,
    );
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    if (String(await reached()).startsWith(name)) return;
  }
  throw new Error(`"${name}" cannot be reached by keys.`);
}

describe("people in the web client (docs/subsystems/web-client.md#people)", () => {
  test("somebody is found by name in the list, and the profile leads to a conversation", async ({
    expect,
  }) => {
    await admin.post("/users/me/status", { status_text: "At the lake", emoji_name: "palm_tree" });
    const field = await admin.post("/realm/profile_fields", { name: "Team", field_type: 1 });
    const data = [{ id: field["id"], value: "Gardeners" }];
    await admin.patch("/users/me/profile_data", { data });
    await withBrowser(async (browser) => {
      const problems: string[] = [];
      const page = await openAs(browser, product.url, { email: memberEmail, problems });
      await page.getByRole("link", { name: "People" }).click();
      await page.getByRole("searchbox", { name: "Find people" }).fill("ada");
      const row = page.getByRole("main").getByRole("listitem");
      expect(await row.count()).toBe(1);
      await row.getByText("At the lake").waitFor();
      await row.getByRole("link").click();
      await page.getByText("Gardeners").waitFor();
      await page.getByRole("link", { name: "#general" }).last().waitFor();
      await page.getByRole("link", { name: "Write a message" }).click();
      await say(page, "Hello Ada");
      await arrived(page, "Hello Ada").waitFor();
      expect(problems).toEqual([]);
    });
  });

  test("somebody who writes is shown to the others of the conversation until the message is there", async ({
    expect,
  }) => {
    await withBrowser(async (one) => {
      await withBrowser(async (other) => {
        const mia = await openAs(one, product.url, { email: memberEmail });
        const ada = await openAs(other, product.url, { email: "admin@example.com" });
        await mia.goto(`${product.url}/#narrow/dm/${String(await idOf(admin))}`);
        await ada.goto(`${product.url}/#narrow/dm/${String(await idOf(member))}`);
        await composeBox(ada).waitFor();
        await composeBox(mia).pressSequentially("I am");
        await ada.getByText("is writing …").waitFor();
        await say(mia, "I am here");
        await ada.getByText("is writing …").waitFor({ state: "detached" });
        const dot = ada.locator(".pane-head").getByRole("img");
        await expect.poll(() => dot.getAttribute("aria-label")).toBe("Active");
      });
    });
  });

  test("a status is set and cleared by keys alone, and one that is refused says why and is taken back", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      const me = await idOf(member);
      await page.goto(`${product.url}/#user/${String(me)}`);
      await page.getByRole("heading", { name: "Your status" }).waitFor();
      await tabTo(page, "What others see beside your name");
      await page.keyboard.type("Reading");
      await page.keyboard.press("Enter");
      await page.locator(".person-head").getByText("Reading").waitFor();
      const path = `/users/${String(me)}/status`;
      // The page shows what it asks for before the server has done it.
      await expect
        .poll(async () => (await admin.get(path))["status"])
        .toEqual({ status_text: "Reading" });
      await page.getByLabel("Emoji").fill("no_such_emoji");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").filter({ hasText: "no_such_emoji" }).waitFor();
      await tabTo(page, "Clear");
      await page.keyboard.press("Enter");
      await page.locator(".person-head").getByText("Reading").waitFor({ state: "detached" });
      await expect.poll(async () => (await admin.get(path))["status"]).toEqual({});
    });
  });

  test("a group is made, described, filled and left, and one who may not manage it only reads", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(`${product.url}/#groups/all`);
      await page.getByRole("link", { name: "New group" }).click();
      await page.getByLabel("Name").fill("gardeners");
      await page.getByLabel("What it is for").fill("Plants");
      await page.getByRole("button", { name: "Create group" }).click();
      await page.getByRole("heading", { name: "@gardeners" }).waitFor();
      await page.getByLabel("Add a person").fill("ada");
      await page.getByLabel("Add a person").press("Enter");
      await page.getByRole("button", { name: "Remove Ada Admin" }).waitFor();
      await page.getByLabel("Join", { exact: true }).selectOption("Members, without guests");
      await page.getByRole("button", { name: "Leave" }).click();
      await page.getByRole("button", { name: "Join" }).waitFor();
      // The page shows what it asks for before the server has done it.
      await expect.poll(() => membersOf("gardeners")).toEqual([await idOf(admin)]);
      const address = page.url();
      await withBrowser(async (second) => {
        const other = await openAs(second, product.url, { email: "member2@example.com" });
        await other.goto(address);
        await other.getByRole("button", { name: "Join" }).waitFor();
        expect(await other.getByRole("button", { name: "Deactivate group" }).count()).toBe(0);
        expect(await other.getByLabel("Name").count()).toBe(0);
      });
    });
  });

  test("a page that cannot be loaded says so, and is shown after another try", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.route("**/app/people-page-*.js", (route) => route.abort());
      await page.getByRole("link", { name: "People" }).click();
      await page.getByText("This page could not be loaded.").waitFor();
      await page.unroute("**/app/people-page-*.js");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("searchbox", { name: "Find people" }).waitFor();
      const people = page.getByRole("main").getByRole("listitem");
      expect(await people.filter({ hasText: "Ada Admin" }).count()).toBe(1);
    });
  });

  test("people without an account read web-public channels and what is new there, and log in to write", async ({
    expect,
  }) => {
    const owner = await Client.login(product.url, "owner@example.com");
    const target = { type: "channel", to: "window", topic: "bread" };
    const subscriptions = [{ name: "window", description: "Look in" }];
    await owner.patch("/realm", { enable_spectator_access: true });
    await owner.post("/users/me/subscriptions", { subscriptions, is_web_public: true });
    await owner.post("/messages", { ...target, content: "Warm bread" });
    await withBrowser(async (browser) => {
      const refused: string[] = [];
      const page = await browser.newPage();
      page.on("response", (response) => {
        if (response.status() >= 400 && response.url().startsWith(product.url))
          refused.push(response.url());
      });
      await page.goto(`${product.url}/`);
      await page.getByText("Anybody may read these channels.").waitFor();
      await page
        .getByRole("main")
        .getByRole("link", { name: /Look in/ })
        .click();
      await arrived(page, "Warm bread").waitFor();
      expect(await page.getByRole("link", { name: "general", exact: true }).count()).toBe(0);
      expect(await composeBox(page).count()).toBe(0);
      await owner.post("/messages", { ...target, content: "Fresh bread" });
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await arrived(page, "Fresh bread").waitFor();
      expect(refused).toEqual([]);
      await page.getByRole("link", { name: "Log in to write" }).click();
      await page.getByRole("button", { name: memberEmail, exact: true }).click();
      await arrived(page, "Fresh bread").waitFor();
      await say(page, "Two loaves, please");
      await arrived(page, "Two loaves, please").waitFor();
      await owner.patch("/realm", { enable_spectator_access: false });
      // It goes to the log-in by itself when its cookie is gone, which would come in between.
      await page.close();
      await browser.clearCookies();
      const again = await browser.newPage();
      await again.goto(`${product.url}/`);
      await again.getByRole("button", { name: memberEmail, exact: true }).waitFor();
    });
  });
});
