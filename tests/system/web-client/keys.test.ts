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

const heading = (text: string) => page.locator("h1").getByText(text, { exact: true });
const press = (key: string) => page.keyboard.press(key);
const field = () => page.getByRole("combobox", { name: "Conversation, person or command" });

/** Finds something in the palette by what it is called, by keys alone. */
async function find(text: string): Promise<void> {
  await press("Control+k");
  await field().waitFor();
  await page.keyboard.type(text);
  await page.locator('[aria-selected="true"]').filter({ hasText: text }).waitFor();
  await press("Enter");
  await field().waitFor({ state: "detached" });
}

describe("keys and the palette (docs/subsystems/web-client.md#keys)", () => {
  test("the palette leads to channels, people and topics by a part of their name", async ({
    expect,
  }) => {
    await demo.post(demo.admin, "Harvest", "When?");
    await page.goto(`${demo.product.url}/#inbox`);
    await find("engine");
    await heading("#engineering").waitFor();
    await find("Ada A");
    await heading("Ada Admin").waitFor();
    await find("Harv");
    await heading("Harvest").waitFor();
    await press("Control+k");
    await page.keyboard.type("no such thing");
    await page.getByRole("option", { name: "Search for “no such thing”" }).waitFor();
    expect(await page.getByRole("option").count()).toBe(1);
    await field().fill(">no such thing");
    await page.getByText("Nothing has this name.").waitFor();
    await press("Escape");
    await field().waitFor({ state: "detached" });
    expect(await field().count()).toBe(0);
  });

  test("what is typed before the palette is loaded stands in it, and does nothing else", async ({
    expect,
  }) => {
    const loaded = Promise.withResolvers<void>();
    await page.route("**/app/palette-*.js", async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.goto(`${demo.product.url}/#inbox`);
    await page.reload();
    await page.getByRole("navigation", { name: "Conversations" }).waitFor();
    await press("Control+k");
    await page.keyboard.type("engine");
    loaded.resolve();
    await page.locator('[aria-selected="true"]').filter({ hasText: "engineering" }).waitFor();
    expect(await field().inputValue()).toBe("engine");
    await page.unroute("**/app/palette-*.js");
    await press("Enter");
    await heading("#engineering").waitFor();
  });

  test("somebody with a mouse opens the palette beside the conversations, and chooses from it", async ({
    expect,
  }) => {
    await page.goto(`${demo.product.url}/#inbox`);
    await page.getByRole("button", { name: /^Find/ }).click();
    await page.getByRole("option", { name: "Keys" }).click();
    const keys = page.getByRole("dialog", { name: "Keys" });
    await keys.getByText("Next unread topic").waitFor();
    expect(await keys.getByRole("term").count()).toBeGreaterThan(20);
    await press("Escape");
  });

  test("keys that follow Escape at once do what they do without a dialog", async ({ expect }) => {
    await page.goto(`${demo.product.url}/#inbox`);
    const keys = page.getByRole("dialog", { name: "Keys" });
    // Nothing has the focus that a dialog could give back to it.
    await page.locator(":focus").evaluate((element) => {
      element.blur();
    });
    for (let round = 0; round < 10; round += 1) {
      await press("q");
      await field().waitFor();
      await Promise.all([press("Escape"), press("?")]);
      await keys.waitFor();
      await Promise.all([press("Escape"), press("w")]);
      await field().waitFor();
      expect(await field().inputValue()).toBe("@");
      await press("Escape");
      await field().waitFor({ state: "detached" });
    }
  });

  test("n, p and the space bar go through what is unread until nothing is", async ({ expect }) => {
    await page.goto(`${demo.product.url}/#inbox`);
    await find("Mark everything as read");
    await page.getByText("Nothing is unread.").waitFor();
    await demo.post(demo.admin, "seeds", "One");
    await demo.post(demo.admin, "tools", "Two");
    const { user_id: id } = await demo.member.get("/users/me");
    await demo.admin.post("/messages", { type: "direct", to: `[${String(id)}]`, content: "Psst" });
    await demo.product.settle();
    await page.getByRole("main").getByRole("link", { name: /seeds/ }).waitFor();
    await press("n");
    await arrived(page, "Two").waitFor();
    await page.locator(".topics [aria-current] .count").waitFor({ state: "detached" });
    await press("p");
    await heading("Ada Admin").waitFor();
    await arrived(page, "Psst").waitFor();
    await page.locator(".sidebar [aria-current] .count").waitFor({ state: "detached" });
    await press("Space");
    await arrived(page, "One").waitFor();
    await page.locator(".sidebar .count").first().waitFor({ state: "detached" });
    await press("n");
    await page.locator(".toast").getByText("Nothing is unread.").waitFor();
    expect(await heading("seeds").count()).toBe(1);
  });

  test("what was marked as read is unread again by one key", async ({ expect }) => {
    await page.goto(`${demo.product.url}/#inbox`);
    await demo.post(demo.admin, "weeds", "Three");
    const row = page.getByRole("main").getByRole("link", { name: /weeds/ });
    await row.waitFor();
    await find("Mark everything as read");
    await row.waitFor({ state: "detached" });
    await press("Control+z");
    await row.waitFor();
    expect(await row.getByLabel("1 unread message").count()).toBe(1);
  });

  test("j and k go from message to message, and keys act on the one that has the focus", async ({
    expect,
  }) => {
    await demo.openTopic(demo.admin, "steps", ["First", "Second"]);
    await composeBox(page).focus();
    await press("Escape");
    const hasFocus = (text: string) =>
      arrived(page, text).evaluate((row) => row.matches(":focus-within"));
    expect(await hasFocus("Second")).toBe(true);
    await press("k");
    expect(await hasFocus("First")).toBe(true);
    await press("j");
    expect(await hasFocus("Second")).toBe(true);
    await press("+");
    await page.getByRole("button", { name: /by Mia Member/ }).waitFor();
    await press("Control+s");
    await arrived(page, "Second").getByRole("img", { name: "Starred" }).waitFor();
    await press("i");
    await page.getByRole("menuitem", { name: /^Remove star/ }).waitFor();
    await press("Escape");
    await press(">");
    await expect.poll(() => composeBox(page).inputValue()).toContain("Second");
    await composeBox(page).fill("");
  });

  test("groups and topics are named by a part of their names, and the message leads to them", async ({
    expect,
  }) => {
    const group = { name: "gardeners", description: "Who waters", members: [] };
    expect(await demo.admin.post("/user_groups/create", group)).toMatchObject({
      result: "success",
    });
    await demo.post(demo.admin, "apples", "Ripe");
    await demo.openTopic(demo.admin, "naming", ["Who?"]);
    await composeBox(page).pressSequentially("@gard");
    await page.getByRole("option", { name: /Who waters/ }).waitFor();
    await press("Enter");
    await page.keyboard.type("see #general>app");
    await page.getByRole("option", { name: "#general › apples" }).waitFor();
    await press("Enter");
    expect(await composeBox(page).inputValue()).toBe("@*gardeners* see #**general>apples** ");
    await press("Enter");
    const sent = arrived(page, "gardeners");
    await sent.locator(".user-group-mention").waitFor();
    await sent.getByRole("link", { name: "#general > apples" }).waitFor();
  });

  test("U marks as unread from a message on, and M mutes its topic", async ({ expect }) => {
    const { admin, member } = demo;
    const [first = 0, second = 0] = await demo.openTopic(admin, "unread keys", ["One", "Two"]);
    const flags = async (id: number) =>
      ((await member.get(`/messages/${String(id)}`))["message"] as { flags: string[] }).flags;
    await expect.poll(() => flags(second)).toContain("read");
    await arrived(page, "Two").focus();
    await press("U");
    await expect.poll(() => flags(second)).not.toContain("read");
    expect(await flags(first)).toContain("read");
    const topics = async () =>
      (await member.post("/register", { fetch_event_types: ["user_topic"] }))["user_topics"];
    await press("M");
    await expect
      .poll(topics)
      .toContainEqual(expect.objectContaining({ topic_name: "unread keys", visibility_policy: 1 }));
  });

  test("r and c begin to write, q and w look for channels and people, and letters in a box are letters", async ({
    expect,
  }) => {
    await demo.openTopic(demo.admin, "letters", ["Hello"]);
    await press("r");
    await composeBox(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("njkc?/ +");
    expect(await composeBox(page).inputValue()).toBe("njkc?/ +");
    await composeBox(page).fill("");
    await press("Escape");
    await press("c");
    await page.getByLabel("Topic", { exact: true }).and(page.locator(":focus")).waitFor();
    await press("Escape");
    for (const [key, start] of [
      ["q", "#"],
      ["w", "@"],
    ] as const) {
      await press(key);
      await field().waitFor();
      expect(await field().inputValue()).toBe(start);
      await press("Escape");
      await field().waitFor({ state: "detached" });
    }
    await press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await press("Escape");
    expect(demo.problems).toEqual([]);
  });
});
