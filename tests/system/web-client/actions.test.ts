import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import type { Client } from "../client.ts";
import { DemoPage } from "./demo-page.ts";
import { arrived, composeBox, hasKept } from "./site.ts";

let demo: DemoPage;
let page: Page;
let admin: Client;
let member: Client;

beforeAll(async () => {
  demo = await DemoPage.open();
  ({ admin, member, page } = demo);
});
afterAll(() => demo[Symbol.asyncDispose]());

/** Chooses something from the menu of a message, by mouse. */
async function choose(text: string, action: string): Promise<void> {
  await arrived(page, text).hover();
  await arrived(page, text).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Chooses something from the menu of a message, by keys alone. */
async function chooseByKeys(text: string, action: string): Promise<void> {
  await arrived(page, text).focus();
  const more = arrived(page, text).getByRole("button", { name: "More actions" });
  await more.waitFor();
  while (!(await more.evaluate((button) => button.matches(":focus"))))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: action, exact: true });
  await item.waitFor();
  while (!(await item.evaluate((button) => button.matches(":focus"))))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

async function topicOf(id: number): Promise<unknown> {
  const answer = await admin.get(`/messages/${String(id)}`);
  return (answer["message"] as { subject?: string } | undefined)?.subject;
}

async function flagsOf(id: number): Promise<readonly string[]> {
  const answer = await member.get(`/messages/${String(id)}`);
  return (answer["message"] as { flags: readonly string[] }).flags;
}

/**
 * Notes whether what was read is told in a request that outlives its page; on a fast line others mostly do, too. No
 * timer that waits longer than views do ends, so that nothing but leaving the page sends what was read.
 */
const recordKeptRequests = `
  const wait = setTimeout;
  globalThis.setTimeout = (work, ms) => (ms >= 400 ? 0 : wait(work, ms));
  const send = fetch;
  globalThis.fetch = (url, init) => {
    if (url.endsWith("/messages/flags")) localStorage.setItem("kept", String(init.keepalive));
    return send(url, init);
  };
`;

const notice = (text: string) => page.locator(".toast").filter({ hasText: text });
const undo = () => page.locator(".toast").getByRole("button", { name: "Undo" }).click();
const dismiss = () => page.locator(".toast").getByRole("button", { name: "Dismiss" }).click();

describe("what can be done with a message (docs/subsystems/web-client.md#acting-on-messages)", () => {
  test("an emoji that is found by its name is put on a message, joined in, and taken back", async ({
    expect,
  }) => {
    const [id = 0] = await demo.openTopic(admin, "emoji", ["React to me"]);
    await arrived(page, "React to me").hover();
    await arrived(page, "React to me").getByRole("button", { name: "React" }).click();
    await page.getByRole("combobox", { name: "Find an emoji" }).fill("octop");
    await page.getByRole("option", { name: "octopus" }).click();
    const own = page.getByRole("button", { name: "octopus by Mia Member" });
    await own.waitFor();
    await admin.post(`/messages/${String(id)}/reactions`, { emoji_name: "tada" });
    await page.getByRole("button", { name: "tada by Ada Admin" }).click();
    await page.getByRole("button", { name: "tada by Ada Admin, Mia Member" }).waitFor();
    await own.focus();
    await page.keyboard.press("Enter");
    await own.waitFor({ state: "detached" });
    const reactions = async () => {
      const { message } = await admin.get(`/messages/${String(id)}`);
      return (message as { readonly reactions: readonly unknown[] }).reactions;
    };
    await expect.poll(reactions).toHaveLength(2);
  });

  test("what a message was before it was edited is shown to whoever asks, by keys", async ({
    expect,
  }) => {
    await demo.openTopic(member, "history", ["First words"]);
    await choose("First words", "Edit message");
    const edit = page.getByRole("textbox", { name: "Edit message" });
    await edit.and(page.locator(":enabled")).fill("Last words");
    await edit.press("Enter");
    await arrived(page, "Last words").getByText("edited").waitFor();
    await chooseByKeys("Last words", "Edit history");
    const dialog = page.getByRole("dialog", { name: "Edit history" });
    await dialog.getByText("First words").waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(2);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await arrived(page, "Last words").evaluate((row) => row.matches(":focus-within"))).toBe(
      true,
    );
  });

  test("a move that is undone sends nothing, and one that is not moves this message and later ones", async ({
    expect,
  }) => {
    const [first = 0, second = 0] = await demo.openTopic(member, "before", ["One", "Two", "Three"]);
    const move = async () => {
      await choose("Two", "Move");
      await page.getByRole("dialog").getByLabel("Topic", { exact: true }).fill("after");
      await page.getByRole("button", { name: "Move", exact: true }).click();
      await notice("Moved to #general › after.").waitFor();
      await arrived(page, "Three").waitFor({ state: "detached" });
    };
    await move();
    await undo();
    await arrived(page, "Three").waitFor();
    expect(await topicOf(second)).toBe("before");
    await move();
    const moved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await dismiss();
    await moved;
    expect([await topicOf(first), await topicOf(second)]).toEqual(["before", "after"]);
  });

  test("a topic that is marked as resolved stays open under its new name, with what was being written", async ({
    expect,
  }) => {
    const [id = 0] = await demo.openTopic(admin, "fix", ["It is done"]);
    await composeBox(page).fill("Thank");
    await page.getByRole("button", { name: "Conversation actions" }).click();
    await page.getByRole("menuitem", { name: "Mark as resolved" }).click();
    await page.getByRole("heading", { name: "✔ fix" }).waitFor();
    expect(await composeBox(page).inputValue()).toBe("Thank");
    expect(await topicOf(id)).toBe("✔ fix");
    await undo();
    await page.locator("h1").getByText("fix", { exact: true }).waitFor();
    expect(await topicOf(id)).toBe("fix");
    await composeBox(page).fill("");
  });

  test("a star is set and removed, and a topic is followed and muted, in the same menus", async ({
    expect,
  }) => {
    const [id = 0] = await demo.openTopic(admin, "stars", ["Shine"]);
    await choose("Shine", "Star");
    await arrived(page, "Shine").getByRole("img", { name: "Starred" }).waitFor();
    await expect.poll(() => flagsOf(id)).toContain("starred");
    await chooseByKeys("Shine", "Remove star");
    await expect.poll(() => flagsOf(id)).not.toContain("starred");
    for (const action of ["Follow topic", "Do not follow topic", "Mute topic", "Unmute topic"]) {
      await page.getByRole("button", { name: "Conversation actions" }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    }
    await page.getByRole("button", { name: "Conversation actions" }).click();
    await page.getByRole("menuitem", { name: "Follow topic", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    const asked = { event_types: ["user_topic"], fetch_event_types: ["user_topic"] };
    // The page shows what it asks for before the server has done it.
    await expect
      .poll(async () => (await member.post("/register", asked))["user_topics"])
      .not.toContainEqual(expect.objectContaining({ topic_name: "stars" }));
  });

  test("messages that are marked as unread from one on stay unread while they are on the screen", async ({
    expect,
  }) => {
    const ids = await demo.openTopic(admin, "later", ["Read me", "Not now", "Nor this"]);
    await expect.poll(() => flagsOf(ids[2] ?? 0)).toContain("read");
    await choose("Not now", "Mark as unread from here");
    const current = page.locator(".topics [aria-current]");
    await current.getByLabel("2 unread messages").waitFor();
    await expect.poll(() => flagsOf(ids[2] ?? 0)).not.toContain("read");
    expect(await flagsOf(ids[0] ?? 0)).toContain("read");
    await current.getByLabel("2 unread messages").waitFor();
  });

  test("what was read in the moment before the page is left is told to the server (docs/subsystems/web-client.md#reading)", async ({
    expect,
  }) => {
    await demo.openTopic(admin, "before", ["Kept for the next visit"]);
    await expect.poll(() => page.evaluate(hasKept("Kept for the next visit"))).toBe(true);
    const id = await demo.post(admin, "hurry", "Seen at a glance");
    const other = await page.context().newPage();
    await other.addInitScript(recordKeptRequests);
    // Without knowing whose it is the tab shows what is kept, and hears of what the other has heard only behind that.
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<undefined>();
    await other.route("**/api/v1/users/me", async (route) => {
      await isRead;
      await route.continue();
    });
    await other.goto(demo.address("hurry"));
    await arrived(other, "Seen at a glance").waitFor();
    const current = other.locator(".topics [aria-current]");
    await current.waitFor();
    const unread = current.getByLabel("1 unread message");
    await unread.waitFor({ state: "detached" });
    const isLoadedAgain = other.waitForResponse(/\/api\/v1\/messages\?/);
    goOn(undefined);
    await isLoadedAgain;
    expect(await unread.count()).toBe(0);
    await other.goto("about:blank");
    await expect.poll(() => flagsOf(id)).toContain("read");
    await expect.poll(() => page.evaluate("localStorage.getItem('kept')")).toBe("true");
    await other.close();
  });

  test("whoever has read a message is listed, of those who let others see it", async ({
    expect,
  }) => {
    const [id = 0] = await demo.openTopic(member, "readers", ["Who saw this?"]);
    await choose("Who saw this?", "Read by");
    await page.getByText("Nobody who lets others see it has read this yet.").waitFor();
    await page.keyboard.press("Escape");
    await admin.post("/messages/flags", { messages: [id], op: "add", flag: "read" });
    await demo.product.settle();
    await choose("Who saw this?", "Read by");
    const names = page.getByRole("dialog").getByRole("listitem");
    await names.first().waitFor();
    expect(await names.locator(".name").allInnerTexts()).toEqual(["Ada Admin"]);
    await page.keyboard.press("Escape");
  });

  test("a quotation names its writer, links to the message, and waits in the box for the answer", async ({
    expect,
  }) => {
    const [id = 0] = await demo.openTopic(admin, "quotes", ["```\ncode\n```"]);
    await choose("code", "Copy link");
    await notice("Link copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `${demo.address("quotes")}/near/${String(id)}`,
    );
    await arrived(page, "code").getByRole("button", { name: "Quote and reply" }).click();
    await expect
      .poll(() => composeBox(page).inputValue())
      .toMatch(
        /^@_\*\*Ada Admin\|\d+\*\* \[said\]\(.*\/near\/\d+\):\n````quote\n```\ncode\n```\n````/,
      );
    expect(await composeBox(page).evaluate((box) => box.matches(":focus"))).toBe(true);
    await composeBox(page).press("Enter");
    await page.locator("article[data-id] blockquote").waitFor();
  });

  test("a deletion that is undone sends nothing, one that is not deletes, and one that fails says so", async ({
    expect,
  }) => {
    const [id = 0] = await demo.openTopic(member, "regrets", ["Oh no"]);
    await chooseByKeys("Oh no", "Delete");
    await arrived(page, "Oh no").waitFor({ state: "detached" });
    await undo();
    await arrived(page, "Oh no").waitFor();
    await page.route(`**/api/v1/messages/${String(id)}`, (route) => route.abort());
    await choose("Oh no", "Delete");
    await dismiss();
    await notice("Not done: there is no connection.").waitFor();
    await arrived(page, "Oh no").waitFor();
    await page.unroute(`**/api/v1/messages/${String(id)}`);
    expect(await topicOf(id)).toBe("regrets");
    await choose("Oh no", "Delete");
    const deleted = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await dismiss();
    await deleted;
    await page.getByText("No messages here yet.").waitFor();
    expect(await topicOf(id)).toBeUndefined();
  });

  test("nothing of this made the browser complain, but for the connection that was cut", ({
    expect,
  }) => {
    expect(demo.problems).toEqual([]);
  });
});
