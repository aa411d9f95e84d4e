import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { DemoPage } from "./demo-page.ts";
import { arrived, composeBox } from "./site.ts";

let demo: DemoPage;
let page: Page;

beforeAll(async () => {
  demo = await DemoPage.open();
  ({ page } = demo);
  await demo.post(demo.admin, "pumpkins", "The **pumpkin** soup is ready");
  await demo.post(demo.member, "pumpkins", "I like pumpkins a lot");
  await demo.post(demo.admin, "lamps", "A lamp like a pumpkin");
});
afterAll(() => demo[Symbol.asyncDispose]());

const field = () => page.getByRole("combobox", { name: "Search messages" });
const chip = (text: string) => page.getByRole("button", { name: `Remove ${text}`, exact: true });
const results = () => page.locator("article[data-id]");
/** Returns the label of what has the focus in the moment in which terms of a search are shown. */
const focusedWithTerms = () =>
  page.evaluate<string | null>(`new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(".chips li") === null) return;
      observer.disconnect();
      resolve(document.activeElement?.getAttribute("aria-label") ?? null);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  })`);
const hash = () => new URL(page.url()).hash;

describe("searching (docs/subsystems/web-client.md#searching)", () => {
  test("somebody finds a message by words and operators with keys alone, and goes to it", async ({
    expect,
  }) => {
    await page.goto(`${demo.product.url}/#inbox`);
    await page.keyboard.press("/");
    await field().and(page.locator(":focus")).waitFor();
    await page.keyboard.type("from:ada");
    await page.getByRole("option", { name: /Ada Admin/ }).waitFor();
    await page.keyboard.press("Tab");
    await chip("sender: Ada Admin").waitFor();
    await page.keyboard.type("pumpkin");
    await page.keyboard.press("Enter");
    await arrived(page, "soup").waitFor();
    expect(await results().count()).toBe(2);
    expect(await results().locator(".highlight").allInnerTexts()).toEqual(["pumpkin", "pumpkin"]);
    expect(await page.locator(".topic-line .highlight").allInnerTexts()).toEqual(["pumpkins"]);
    expect(hash()).toMatch(/^#narrow\/sender\/\d+-Ada-Admin\/search\/pumpkin$/);
    await page.locator(".topic-line a").filter({ hasText: "pumpkins" }).focus();
    await page.keyboard.press("Enter");
    await composeBox(page).waitFor();
    expect(hash()).toMatch(/topic\/pumpkins\/near\/\d+$/);
  });

  test("a term is removed by a press, and what is left is searched for at once", async ({
    expect,
  }) => {
    await page.goto(`${demo.product.url}/#narrow/sender/me/search/pumpkin`);
    await page.goto(`${demo.product.url}/#search`);
    await field().fill("from:me pumpkin");
    await field().press("Enter");
    await arrived(page, "a lot").waitFor();
    expect(await results().count()).toBe(1);
    await chip("sender: Mia Member").click();
    await arrived(page, "soup").waitFor();
    expect(await results().count()).toBe(3);
    await field().press("Backspace");
    await page.getByText("Search all messages that you can read.").waitFor();
    expect(hash()).toBe("#search");
  });

  test("a search that is begun in a conversation is within it until that term is removed", async ({
    expect,
  }) => {
    await page.goto(demo.address("lamps"));
    await arrived(page, "A lamp").waitFor();
    const focused = focusedWithTerms();
    await page.keyboard.press("/");
    // Else what is typed at once would be taken for commands.
    expect(await focused).toBe("Search messages");
    await chip("channel: #general").waitFor();
    await chip("topic: lamps").waitFor();
    await page.keyboard.type("pumpkin");
    await page.keyboard.press("Enter");
    await arrived(page, "A lamp").locator(".highlight").waitFor();
    expect(await results().count()).toBe(1);
    await chip("topic: lamps").click();
    await arrived(page, "soup").waitFor();
    expect(await results().count()).toBe(3);
  });

  test("a word that is typed before the field is there stands in it, and does nothing else", async ({
    expect,
  }) => {
    await page.goto(`${demo.product.url}/#inbox`);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    // All in one step: nothing can be loaded in between.
    await page.evaluate(`for (const key of "/n?j pumpkin")
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))`);
    await field().and(page.locator(":focus")).waitFor();
    expect(await field().inputValue()).toBe("n?j pumpkin");
    expect(hash()).toBe("#search");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("keys are commands again where the field is not wanted any more", async ({ expect }) => {
    await page.goto(`${demo.product.url}/#inbox`);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    await page.evaluate(`for (const key of ["/", "p", "Escape", "I"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))`);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(hash()).toBe("#inbox");
  });

  test("messages that match are added as they come, and what is found stays unread", async ({
    expect,
  }) => {
    await page.goto(`${demo.product.url}/#narrow/search/pumpkin`);
    await arrived(page, "soup").waitFor();
    await demo.post(demo.admin, "lamps", "No such vegetable here");
    const id = await demo.post(demo.admin, "lamps", "Another pumpkin");
    await arrived(page, "Another").locator(".highlight").waitFor();
    expect(await arrived(page, "vegetable").count()).toBe(0);
    const { message } = await demo.member.get(`/messages/${String(id)}`);
    expect((message as { flags: string[] }).flags).not.toContain("read");
  });

  test("nothing found and searches that are refused are said in words", async ({ expect }) => {
    await page.goto(`${demo.product.url}/#narrow/search/rutabaga`);
    await page.getByText("Nothing was found.").waitFor();
    await page.getByRole("link", { name: "Search all public channels" }).click();
    await chip("channels: public").waitFor();
    await page.getByText("Nothing was found.").waitFor();
    await page.goto(`${demo.product.url}/#narrow/has/rutabagas`);
    await page.getByRole("alert").filter({ hasText: "This could not be searched for:" }).waitFor();
    expect(await page.getByRole("alert").innerText()).toMatch(/operator/);
  });

  test("addresses as upstream writes them lead to the same messages, also where a topic was moved", async ({
    expect,
  }) => {
    const id = await demo.post(demo.member, "old name", "I was moved");
    await demo.member.patch(`/messages/${String(id)}`, { topic: "new name" });
    await demo.product.settle();
    const channel = `channel/${String(demo.channelId)}-general`;
    await page.goto(`${demo.product.url}/#narrow/${channel}/topic/old.20name/with/${String(id)}`);
    await page.locator("h1").getByText("new name", { exact: true }).waitFor();
    await arrived(page, "I was moved").waitFor();
    await demo.member.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
    await page.getByRole("link", { name: "Starred messages" }).click();
    await arrived(page, "I was moved").waitFor();
    await page.goto(`${demo.product.url}/#narrow/-sender/me/${channel}/is/resolved`);
    await page.getByText("Nothing was found.").waitFor();
    await page.goto(`${demo.product.url}/#narrow/id/${String(id)}`);
    await arrived(page, "I was moved").waitFor();
    expect(await results().count()).toBe(1);
    expect(demo.problems).toEqual([]);
  });
});
