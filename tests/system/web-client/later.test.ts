import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { DemoPage } from "./demo-page.ts";
import { arrived, composeBox } from "./site.ts";

let demo: DemoPage;
let page: Page;

beforeAll(async () => {
  demo = await DemoPage.open();
  ({ page } = demo);
});
afterAll(() => demo[Symbol.asyncDispose]());

interface Scheduled {
  readonly content: string;
  readonly scheduled_delivery_timestamp: number;
}

async function scheduled(): Promise<readonly Scheduled[]> {
  return (await demo.member.get("/scheduled_messages"))["scheduled_messages"] as Scheduled[];
}

async function snippets(): Promise<
  readonly { readonly title: string; readonly content: string }[]
> {
  return (await demo.member.get("/saved_snippets"))["saved_snippets"] as [];
}

/** Chooses in the menu of the box to write in. */
async function choose(name: string): Promise<void> {
  await page.getByRole("button", { name: "Send later and saved snippets" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

const dialog = () => page.locator("dialog[open]");
const undo = () => page.getByRole("button", { name: "Undo" });

describe("what is sent later in the web client (docs/subsystems/web-client.md#later)", () => {
  test("a time that is past is refused in words, and one goes on writing where the caret was", async ({
    expect,
  }) => {
    await demo.openTopic(demo.admin, "past", ["hello"]);
    await page.getByRole("button", { name: "Send later and saved snippets" }).click();
    // There is nothing to send yet.
    await page.getByRole("menuitem", { name: "Saved snippets" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Send later…" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await composeBox(page).fill("too late");
    await choose("Send later…");
    await page.getByLabel("Another time").fill("2020-01-31T09:00");
    await page.getByRole("button", { name: "Schedule" }).click();
    await dialog().getByRole("alert").waitFor();
    expect(await dialog().getByRole("alert").textContent()).toContain("future");
    await page.getByRole("button", { name: "Close" }).click();
    await dialog().waitFor({ state: "detached" });
    await page.keyboard.type(", alas");
    expect(await composeBox(page).inputValue()).toBe("too late, alas");
    expect(await scheduled()).toEqual([]);
  });

  test("a message is kept once for a chosen time, although no answer came to the first try, and can be taken back", async ({
    expect,
  }) => {
    await demo.openTopic(demo.admin, "later", ["hello"]);
    await composeBox(page).fill("in an hour");
    await choose("Send later…");
    await page.route("**/api/v1/scheduled_messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel("Another time").fill("2030-01-31T09:00");
    await page.getByRole("button", { name: "Schedule" }).click();
    await dialog().getByRole("alert").filter({ hasText: "no connection" }).waitFor();
    await page.unroute("**/api/v1/scheduled_messages");
    await page.getByRole("button", { name: "Schedule" }).click();
    await page.getByRole("status").filter({ hasText: "Will be sent on" }).waitFor();
    expect(await composeBox(page).inputValue()).toBe("");
    const { stream_id: channelId } = await demo.member.get("/get_stream_id", { stream: "general" });
    expect(await scheduled()).toMatchObject([
      { type: "stream", to: channelId, topic: "later", content: "in an hour" },
    ]);
    await undo().click();
    await expect.poll(() => composeBox(page).inputValue()).toContain("in an hour");
    expect(await scheduled()).toEqual([]);
  });

  test("scheduled messages are listed, changed and deleted, and what is sent elsewhere goes from the list", async ({
    expect,
  }) => {
    const ids: unknown[] = [];
    for (const content of ["first", "second"]) {
      const later = { topic: "later", content, scheduled_delivery_timestamp: 4_000_000_000 };
      const target = { type: "channel", to: demo.channelId };
      const made = await demo.member.post("/scheduled_messages", { ...target, ...later });
      ids.push(made["scheduled_message_id"]);
    }
    await page.goto(`${demo.product.url}/#scheduled`);
    const entries = page.locator("main .waiting > li");
    await entries.filter({ hasText: "second" }).waitFor();
    expect(await entries.count()).toBe(2);
    await entries
      .filter({ hasText: "first" })
      .getByRole("button", { name: /^Change scheduled message/ })
      .click();
    await page.getByLabel("Message", { exact: true }).fill("first, changed");
    await page.getByLabel("When it is sent").fill("2099-05-01T10:30");
    await page.getByRole("button", { name: "Save" }).click();
    await entries.filter({ hasText: "first, changed" }).waitFor();
    const at = new Date(2099, 4, 1, 10, 30).getTime() / 1000;
    expect(await scheduled()).toContainEqual(
      expect.objectContaining({ content: "first, changed", scheduled_delivery_timestamp: at }),
    );
    await demo.member.delete(`/scheduled_messages/${String(ids[0])}`);
    await entries.filter({ hasText: "first" }).waitFor({ state: "detached" });
    await entries.getByRole("button", { name: /^Delete scheduled message/ }).click();
    await page.getByText("No message waits for its time.").waitFor();
    expect(await scheduled()).toEqual([]);
  });

  test("what is written is saved as a snippet, and put where the caret is", async ({ expect }) => {
    await demo.openTopic(demo.admin, "snippets", ["hello"]);
    await composeBox(page).fill("Thank you for writing to us.");
    await choose("Saved snippets");
    await page.getByLabel("Save what you have written as").fill("Thanks");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "The snippet is saved." }).waitFor();
    await composeBox(page).fill("Dear Ada! Bye");
    await composeBox(page).press("Home");
    for (const _ of "Dear Ada! ") await composeBox(page).press("ArrowRight");
    await choose("Saved snippets");
    await page.getByLabel("Find a snippet").fill("tha");
    await page.getByRole("menuitem", { name: /^Thanks/ }).click();
    await dialog().waitFor({ state: "detached" });
    await page.keyboard.type(" So long.");
    expect(await composeBox(page).inputValue()).toBe(
      "Dear Ada! Thank you for writing to us. So long.Bye",
    );
    expect(await snippets()).toMatchObject([{ title: "Thanks" }]);
  });

  test("snippets are made, changed and deleted on their page", async ({ expect }) => {
    await page.goto(`${demo.product.url}/#snippets`);
    await page.getByRole("heading", { name: "New snippet" }).waitFor();
    await page.getByLabel("Title").fill("Address");
    await page.getByLabel("Text", { exact: true }).fill("1 Main Street");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit snippet: Address" }).click();
    await page.locator("main .waiting").getByLabel("Title").fill("Our address");
    await page.locator("main .waiting").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Delete snippet: Our address" }).waitFor();
    await page.getByRole("button", { name: "Delete snippet: Thanks" }).click();
    await page.getByText("Thanks", { exact: true }).waitFor({ state: "detached" });
    expect(await snippets()).toMatchObject([{ title: "Our address", content: "1 Main Street" }]);
  });

  test("somebody is reminded of a message at a chosen time, with a note, unless it is undone or deleted", async ({
    expect,
  }) => {
    const [id] = await demo.openTopic(demo.admin, "remind", ["the river at noon"]);
    const reminders = async () => (await demo.member.get("/reminders"))["reminders"] as unknown[];
    const remind = async (note: string) => {
      await page.locator(`article[data-id="${String(id)}"]`).focus();
      await page.keyboard.press("i");
      await page.getByRole("menuitem", { name: "Remind me…" }).click();
      await page.getByLabel("A note to yourself").fill(note);
      await page.getByRole("menuitem", { name: /^Tomorrow morning/ }).click();
      await page.getByRole("status").filter({ hasText: "You will be reminded on" }).waitFor();
    };
    await remind("not really");
    expect(await reminders()).toMatchObject([{ reminder_target_message_id: id }]);
    await undo().click();
    await expect.poll(reminders).toEqual([]);
    await remind("take a coat");
    await page.goto(`${demo.product.url}/#reminders`);
    const entry = page.locator("main .waiting > li").filter({ hasText: "take a coat" });
    await entry.filter({ hasText: "the river at noon" }).waitFor();
    await entry.getByRole("button", { name: /^Delete reminder/ }).click();
    await page.getByText("No reminders.").waitFor();
    expect(await reminders()).toEqual([]);
    expect(demo.problems).toEqual([]);
  });
});

/** Reads the texts of all messages that the browser has kept. */
function keptTexts(): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const asked = indexedDB.open("team-chat", 1);
    asked.onsuccess = () => {
      // The browser has cleared everything.
      if (!asked.result.objectStoreNames.contains("state")) return resolve("");
      const kept = asked.result.transaction("state").objectStore("state").getAll();
      kept.onsuccess = () => resolve(
        kept.result.flatMap(({ state }) => [...(state?.messages.values() ?? [])].map(({ content }) => content)).join(),
      );
    };
  })`);
}

describe("coming back to the web client (docs/subsystems/web-client-live.md#coming-back)", () => {
  test("what was open is there before the server has answered, and what is written then is sent", async ({
    expect,
  }) => {
    await demo.openTopic(demo.admin, "again", ["Seen before"]);
    await expect.poll(keptTexts).toContain("Seen before");
    const answered = Promise.withResolvers<void>();
    await page.route("**/api/v1/register", async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.reload();
    await arrived(page, "Seen before").waitFor();
    await demo.post(demo.admin, "again", "Said meanwhile");
    await composeBox(page).fill("Written early");
    await composeBox(page).press("Enter");
    await page.getByText("Written early").waitFor();
    expect(await arrived(page, "Said meanwhile").count()).toBe(0);
    answered.resolve();
    await arrived(page, "Said meanwhile").waitFor();
    await arrived(page, "Written early").waitFor();
    expect(await arrived(page, "Seen before").count()).toBe(1);
    await page.unroute("**/api/v1/register");
  });

  test("nothing is left in the browser of somebody whose session has ended", async ({ expect }) => {
    await page.reload();
    await expect.poll(keptTexts).toContain("Written early");
    const logIn = page.getByRole("button", { name: "member@example.com", exact: true });
    // What has just changed is not kept yet when the page goes.
    await demo.post(demo.admin, "again", "Just now");
    await arrived(page, "Just now").waitFor();
    await demo.member.delete("/users/me/sessions");
    await logIn.waitFor();
    expect(await keptTexts()).toBe("");
    await logIn.click();
    await arrived(page, "Just now").waitFor();
    await expect.poll(keptTexts).toContain("Just now");
    await demo.post(demo.admin, "again", "And now");
    await arrived(page, "And now").waitFor();
    await page.getByTitle("Your account").click();
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn.waitFor();
    expect(await keptTexts()).toBe("");
  });
});
