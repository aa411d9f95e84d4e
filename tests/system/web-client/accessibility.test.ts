import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { findings, rules, rulesOfColor } from "./axe.ts";
import { exportHold } from "./export-hold.ts";
import { arrived, composeBox, openAs, startSite } from "./site.ts";

let product: Product;
let conversation: string;

const everything = [
  "# Head",
  "Text with `code`, **bold**, [a link](https://example.com), $$a^2$$ and :smile:",
  "```python\nprint('x')  # comment\n```",
  "> quoted",
  "```spoiler Secret\nhidden\n```",
  "| a | b |\n|---|---|\n| 1 | 2 |",
].join("\n\n");

beforeAll(async () => {
  product = await startSite();
  const admin = await Client.login(product.url, "admin@example.com");
  const target = { type: "channel", to: "general", topic: "all kinds" };
  for (const content of [everything, "/poll Tea?\nyes\nno", "@**all** read this"])
    await admin.post("/messages", { ...target, content });
  await fillClosedPages(admin);
  await product.settle();
  const { stream_id: id } = await admin.get("/get_stream_id", { stream: "general" });
  conversation = `${product.url}/#narrow/channel/${String(id)}-general/topic/all.20kinds`;
});
afterAll(() => product[Symbol.asyncDispose]());

const overflow = "document.documentElement.scrollWidth - innerWidth";

/** Addresses of pages beside the conversations. */
const pages = [
  "people",
  "user/8",
  "channels/all",
  "channels/new",
  "channels/1/general/general",
  "channels/1/general/personal",
  "channels/1/general/subscribers",
  "drafts",
  "scheduled",
  "reminders",
  "snippets",
  "groups/all",
  "groups/new",
  "groups/11",
  "settings/profile",
  "settings/account-and-privacy",
  "settings/preferences",
  "settings/notifications",
  "settings/your-bots",
  "settings/alert-words",
  "settings/muted-users",
  "settings/topics",
  "organization/organization-profile",
  "organization/organization-settings",
  "organization/organization-permissions",
  "organization/users",
  "organization/users/invitations",
  "organization/bots",
  "organization/default-channels-list",
  "organization/emoji-settings",
  "organization/profile-field-settings",
  "organization/linkifier-settings",
];

/** Addresses of pages that only administrators see, or only owners. */
const closedPages = [
  "organization/data-exports-admin",
  "organization/deleted-messages",
  "organization/legal-holds",
  "organization/usage",
  "organization/audit-log",
  "organization/audit-log/destinations",
  "organization/users/second-factors",
  "organization/users/blocked",
  "organization/users/scim-tokens",
];

/** Gives each of these pages something to show. */
async function fillClosedPages(admin: Client): Promise<void> {
  const owner = await Client.login(product.url, "owner@example.com");
  const target = { type: "channel", to: "general", topic: "mistakes" };
  const { id } = await admin.post("/messages", { ...target, content: "A mistake" });
  await admin.delete(`/messages/${String(id)}`);
  const { id: holdId } = await owner.post("/legal_holds", { user_id: 8, reason: "Case 12" });
  await exportHold(owner, Number(holdId));
  await admin.post("/realm/blocked_addresses", { pattern: "spam.example" });
  await owner.post("/scim_tokens", { name: "Okta" });
  await owner.post("/audit_log/destinations", { name: "SIEM", url: "http://127.0.0.1:9/collect" });
}

/** Resolves when the browser has drawn what there is. */
const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Families of pages of which each has a tab. */
const tabbed = /^(?:settings|organization)\/[^/]+/;

/**
 * Resolves when the tab of an address is the current one. Until then the page of the last address is still there, and
 * what is measured while it is replaced stands where nothing is any more.
 */
async function untilCurrent(page: Page, address: string): Promise<void> {
  const tab = tabbed.exec(address)?.[0];
  if (tab !== undefined) await page.locator(`main .tabs a[aria-current][href="#${tab}"]`).waitFor();
  // What is loaded moves what is below it, and axe would take where that was for where it is.
  await page.locator("main .late").first().waitFor({ state: "detached" });
  // Rows of lists (`content-visibility`) have their places only once they are drawn; before, axe finds them in others.
  await page.evaluate(drawn);
}

interface Look {
  readonly colorScheme: "dark" | "light";
  readonly width: number;
  readonly applied: typeof rules;
}

const narrow: Look = { colorScheme: "light", width: 320, applied: rules };
const looks: readonly Look[] = [
  { colorScheme: "light", width: 1280, applied: rules },
  { colorScheme: "dark", width: 1280, applied: rulesOfColor },
  narrow,
];

/** Lists what is wrong with what a page shows, in each of the looks, and whether it is wider than the window. */
async function barriers(page: Page, seen = looks): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { applied, colorScheme, width } of seen) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 720 });
    await page.evaluate(drawn);
    const look = `${colorScheme}, ${width} pixels`;
    const problems = await findings(page, applied);
    found.push(...problems.map((problem) => `${look}: ${problem}`));
    if ((await page.evaluate(overflow)) !== 0) found.push(`${look}: wider than the window`);
  }
  return found;
}

describe("the screens of the web client (docs/subsystems/web-client.md#accessibility)", () => {
  test("every screen is free of barriers that axe finds, light, dark and 320 pixels wide", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: "member@example.com" });
      await page.goto(`${product.url}/#inbox`);
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.goto(`${product.url}/#`);
      expect(await barriers(page)).toEqual([]);
      await page.goto(conversation);
      await arrived(page, "read this").waitFor();
      expect(await barriers(page)).toEqual([]);
      await arrived(page, "read this").focus();
      for (const key of ["i", ":", "m", "V", "?", "Control+k"]) {
        await page.keyboard.press(key);
        await page.locator("dialog[open]").waitFor();
        expect([key, ...(await barriers(page))]).toEqual([key]);
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({ state: "detached" });
      }
      await page.goto(`${product.url}/#narrow/search/read`);
      await arrived(page, "read this").waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.goto(`${product.url}/#search`);
      await page.getByRole("combobox", { name: "Search messages" }).fill("h");
      await page.getByRole("option").first().waitFor();
      expect(await barriers(page)).toEqual([]);
      for (const address of pages) {
        await page.goto(`${product.url}/#${address}`);
        await page.locator("main .page").waitFor();
        await untilCurrent(page, address);
        expect([address, ...(await barriers(page))]).toEqual([address]);
      }
      await page.goto(`${product.url}/login`);
      expect(await barriers(page)).toEqual([]);
    });
  });

  test.for([
    ["English", looks],
    ["العربية", [narrow]],
  ] as const)(
    "what administrators and owners alone see is free of barriers, in %s",
    async ([language, seen], { expect }) => {
      await withBrowser(async (browser) => {
        const page = await openAs(browser, product.url, { email: "owner@example.com" });
        await page.goto(`${product.url}/#settings/preferences`);
        await page.locator("select").filter({ hasText: language }).selectOption(language);
        for (const address of closedPages) {
          await page.goto(`${product.url}/#${address}`);
          await untilCurrent(page, address);
          await page.locator("main").locator(".records li, .entries li, .hint").first().waitFor();
          expect([address, ...(await barriers(page, seen))]).toEqual([address]);
        }
      });
    },
  );

  test("somebody without a mouse opens a conversation, and writes, by keys alone", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: "member2@example.com" });
      const until = async (reached: () => Promise<boolean>) => {
        for (let presses = 0; presses < 60 && !(await reached()); presses += 1)
          await page.keyboard.press("Tab");
      };
      await until(() => page.locator("main li a:focus", { hasText: "all kinds" }).isVisible());
      await page.keyboard.press("Enter");
      await arrived(page, "read this").waitFor();
      await until(() => composeBox(page).and(page.locator(":focus")).isVisible());
      await page.keyboard.type("By keys");
      await page.keyboard.press("Enter");
      await arrived(page, "By keys").waitFor();
      expect(await composeBox(page).inputValue()).toBe("");
    });
  });
});
