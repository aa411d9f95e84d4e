import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser, withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import { askOperator, operatorEnvironment } from "../in-process/ask-operator.ts";
import { DemoPage } from "./demo-page.ts";
import { confirm, openSection, record } from "./sections.ts";
import { arrived, openAs } from "./site.ts";

let demo: DemoPage;
let owner: {
  readonly page: Page;
  readonly browser: BrowserContext;
  readonly opened: AsyncDisposable;
};

beforeAll(async () => {
  demo = await DemoPage.open(operatorEnvironment);
  const opened = await openBrowser();
  const page = await openAs(opened.browser, demo.product.url, { email: "owner@example.com" });
  opened.browser.setDefaultTimeout(6000);
  page.setDefaultTimeout(6000);
  owner = { page, browser: opened.browser, opened };
});
afterAll(async () => {
  await owner.opened[Symbol.asyncDispose]();
  await demo[Symbol.asyncDispose]();
});

/** Writes messages as the member, has the administrator delete each, and returns their ids. */
async function deleted(topic: string, contents: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const content of contents) ids.push(await demo.post(demo.member, topic, content));
  for (const id of ids) await demo.admin.delete(`/messages/${String(id)}`);
  await demo.product.settle();
  return ids;
}

async function openDeletions(page: Page, topic = ""): Promise<void> {
  await openSection(page, "organization/deleted-messages", "Deleted messages");
  await page.locator("main .records li, main .hint").first().waitFor();
  if (topic === "") return;
  await page.getByLabel("Topic", { exact: true }).fill(topic);
  await page.getByRole("button", { name: "Look", exact: true }).click();
}

describe("deleted messages in the web client (docs/behaviour/moderation.md#what-was-deleted)", () => {
  test("deleted messages are offered to administrators alone, and legal holds to owners alone", async ({
    expect,
  }) => {
    const offered = async (page: Page) => {
      await openSection(page, "organization/legal-holds", "Profile");
      const names = await page.locator("main .tabs a").allInnerTexts();
      return names.filter((name) => name === "Deleted messages" || name === "Legal holds");
    };
    expect(await offered(demo.page)).toEqual([]);
    await withBrowser(async (browser) => {
      const page = await openAs(browser, demo.product.url, { email: "admin@example.com" });
      expect(await offered(page)).toEqual(["Deleted messages"]);
    });
    await openSection(owner.page, "organization/legal-holds", "Legal holds");
  });

  test("an administrator finds a deletion by channel, topic, person and day, and everybody has it back", async ({
    expect,
  }) => {
    const { page } = owner;
    await deleted("cellar", ["Where the key is"]);
    await deleted("attic", ["What is upstairs"]);
    await openDeletions(page);
    const cellar = record(page, "#general › cellar");
    const attic = record(page, "#general › attic");
    await attic.getByText("Ada Admin").waitFor();
    expect(await page.locator("main").innerText()).not.toContain("Where the key is");
    const look = page.getByRole("button", { name: "Look", exact: true });
    await page.getByLabel("Topic", { exact: true }).fill("CELLAR");
    await page.getByLabel("Topic", { exact: true }).press("Enter");
    await attic.waitFor({ state: "detached" });
    await page.getByLabel("Who deleted").fill("ada");
    await page.getByLabel("Who deleted").press("Enter");
    await page.getByLabel("Channel", { exact: true }).first().selectOption("#general");
    await page.getByLabel("From", { exact: true }).fill("2099-01-01");
    await look.click();
    await page.getByText("Nothing like that was deleted.").waitFor();
    await page.getByLabel("From", { exact: true }).fill("2020-01-01");
    await page.getByLabel("To", { exact: true }).fill("2098-12-31");
    await look.click();
    await cellar.getByRole("button", { name: "Restore 1 message" }).press("Enter");
    await cellar.getByText("1 message is back.").waitFor();
    await cellar.getByRole("link", { name: "#general › cellar" }).click();
    await arrived(page, "Where the key is").waitFor();
    await demo.page.goto(demo.address("cellar"));
    await arrived(demo.page, "Where the key is").waitFor();
  });

  test("one message comes back by its number or link, and the rest with its topic or channel; refusals are said", async ({
    expect,
  }) => {
    const { page } = owner;
    const [first, second] = await deleted("harbour", ["North", "East", "South", "West"]);
    await openDeletions(page, "harbour");
    const form = page.locator("section").filter({ hasText: "Restore something else" });
    const restore = form.getByRole("button", { name: "Restore", exact: true });
    const is = (n: string) => form.getByRole("status").getByText(n).waitFor();
    expect(await restore.isDisabled()).toBe(true);
    await form.getByLabel("Message", { exact: true }).fill("99999999");
    await restore.click();
    await form.getByRole("alert").getByText("There is nothing to restore.").waitFor();
    await form.getByLabel("Message", { exact: true }).fill(String(first));
    await restore.click();
    await is("1 message is back.");
    await form
      .getByLabel("Message", { exact: true })
      .fill(`https://x.test/#narrow/near/${String(second)}`);
    await restore.click();
    await expect.poll(() => record(page, "harbour").count()).toBe(2);
    await form.getByLabel("What is to come back").selectOption("All that is left of a topic");
    expect(await restore.isDisabled()).toBe(true);
    await form.getByLabel("Channel").selectOption("#general");
    await form.getByLabel("Topic").fill("Harbour");
    await restore.click();
    await is("2 messages are back.");
    await page.getByText("Nothing like that was deleted.").waitFor();
    await deleted("quay", ["Rope"]);
    await form.getByLabel("What is to come back").selectOption("All that is left of a channel");
    await form.getByLabel("Channel").selectOption("#general");
    await restore.click();
    await form.getByText("Everything that was deleted in this channel").waitFor();
    await form.getByRole("group").getByRole("button", { name: "Restore" }).press("Enter");
    await form.getByRole("status").waitFor();
    await openDeletions(page, "quay");
    await page.getByText("Nothing like that was deleted.").waitFor();
  });

  test("a long list of deletions is shown a page at a time", async ({ expect }) => {
    const { page } = owner;
    const written = Array.from({ length: 52 }, (_, n) => `Line ${String(n)}`);
    await deleted("diary", written);
    await openDeletions(page, "diary");
    await expect.poll(() => record(page, "diary").count()).toBe(50);
    await page.getByRole("button", { name: "Older deletions" }).click();
    await expect.poll(() => record(page, "diary").count()).toBe(52);
    expect(await page.getByRole("button", { name: "Older deletions" }).count()).toBe(0);
  });

  test("deletions that cannot be loaded say why, and are shown once there is a connection again", async ({
    expect,
  }) => {
    const { browser } = owner;
    const page = await browser.newPage();
    await page.route("**/archive/deletions*", (route) => route.abort());
    await page.goto(`${demo.product.url}/#organization/deleted-messages`);
    await page.getByRole("alert").getByText("there is no connection").waitFor();
    await page.unroute("**/archive/deletions*");
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await page.locator("main .records li").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.close();
  });
});

describe("legal holds in the web client (docs/behaviour/moderation.md#legal-holds)", () => {
  test("an owner holds a person and a channel, is refused in words what cannot be, and ends a hold", async ({
    expect,
  }) => {
    const { page } = owner;
    await openSection(page, "organization/legal-holds", "Legal holds");
    await page.getByText("Nothing was held yet.").waitFor();
    const begin = page.getByRole("button", { name: "Begin the hold" });
    expect(await begin.isDisabled()).toBe(true);
    const hold = async (reason: string) => {
      await page.getByLabel("Reason").fill(reason);
      await page.getByLabel("Reason").press("Enter");
    };
    const max = async () => {
      await page.getByLabel("Whose messages").fill("max mem");
      await page.getByLabel("Whose messages").press("Enter");
      await page.getByRole("button", { name: "Remove Max Member" }).waitFor();
    };
    await max();
    await hold(" ");
    await page.getByRole("alert").getByText("A legal hold needs a reason.").waitFor();
    await hold("Case 12");
    await record(page, "Max Member").getByText("Case 12").waitFor();
    await max();
    await hold("Case 13");
    await page.getByRole("alert").getByText("There is such a legal hold already.").waitFor();
    await page.getByLabel("What is held").selectOption("A channel");
    await page.getByLabel("Channel").selectOption("#general");
    await hold("Case 14");
    await record(page, "#general").getByText("begun by").waitFor();
    await confirm(record(page, "Max Member"), "End the hold");
    await record(page, "Max Member").getByText("ended by").waitFor();
    const endable = page.getByRole("button", { name: "End the hold" });
    expect(await record(page, "Max Member").locator(endable).count()).toBe(0);
    expect(await record(page, "#general").locator(endable).count()).toBe(1);
  });

  test("a hold that an operator ended says that the operator did", async ({ expect }) => {
    const { page } = owner;
    const client = await Client.login(demo.product.url, "owner@example.com");
    const { user_id: id } = await demo.member.get("/users/me");
    const begun = await client.post("/legal_holds", { user_id: id, reason: "Case 15" });
    const body = { hold_id: begun["id"] };
    await askOperator(demo.product, { path: "/end_legal_hold", method: "POST", body });
    await openSection(page, "organization/legal-holds", "Legal holds");
    await page.reload();
    const hold = record(page, "Case 15");
    await hold.getByText(/ended by the operator on \w+/).waitFor();
    expect(await hold.innerText()).not.toContain("?");
  });

  test("somebody who is deactivated can be held", async ({ expect }) => {
    const { page } = owner;
    const { user } = await demo.admin.get("/users/member2@example.com");
    const { user_id: id } = user as { user_id: number };
    await demo.admin.delete(`/users/${String(id)}`);
    await openSection(page, "organization/legal-holds", "Legal holds");
    await page.getByLabel("What is held").selectOption("A person");
    await page.getByLabel("Whose messages").fill("max mem");
    await page.getByText("Deactivated", { exact: true }).waitFor();
    await page.getByLabel("Whose messages").press("Enter");
    await page.getByLabel("Reason").fill("Left in anger");
    await page.getByRole("button", { name: "Begin the hold" }).click();
    await record(page, "Left in anger").getByText("Max Member").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await demo.admin.post(`/users/${String(id)}/reactivate`);
  });
});
