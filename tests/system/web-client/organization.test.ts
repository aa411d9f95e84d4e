import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openBrowser } from "../browser.ts";
import { DemoPage } from "./demo-page.ts";
import { confirm, entry, openSection } from "./sections.ts";
import { openAs } from "./site.ts";

let demo: DemoPage;
let admin: { readonly page: Page; readonly opened: AsyncDisposable };

beforeAll(async () => {
  demo = await DemoPage.open();
  const opened = await openBrowser();
  const page = await openAs(opened.browser, demo.product.url, { email: "admin@example.com" });
  admin = { page, opened };
});
afterAll(async () => {
  await admin.opened[Symbol.asyncDispose]();
  await demo[Symbol.asyncDispose]();
});

const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function realm(name: string): Promise<unknown> {
  const data = await demo.admin.post("/register", { fetch_event_types: ["realm"] });
  return data[`realm_${name}`];
}

describe("the organization in the web client (docs/subsystems/web-client.md#the-organization)", () => {
  test("whoever is no administrator sees what holds, changes nothing, and is told who may", async ({
    expect,
  }) => {
    const { page } = demo;
    await openSection(page, "organization/organization-settings", "Settings");
    await page.getByText("administrators change it").waitFor();
    const toggles = page.getByRole("main").getByRole("checkbox");
    await toggles.first().waitFor();
    const states = await toggles.evaluateAll((all) => all.map((one) => one.matches(":disabled")));
    expect(new Set(states)).toEqual(new Set([true]));
    await openSection(page, "organization/organization-permissions", "Permissions");
    await page.getByText("Create public channels").waitFor();
    expect(await page.getByRole("main").getByRole("combobox").count()).toBe(0);
    await openSection(page, "organization/users", "Active");
    await page.getByText("Ada Admin").waitFor();
    expect(await page.getByRole("button", { name: "Deactivate" }).count()).toBe(0);
  });

  test("an administrator gives the organization a picture, which everybody sees at once, and takes it back", async ({
    expect,
  }) => {
    const { page } = admin;
    await openSection(page, "organization/organization-profile", "Profile");
    const field = page.getByLabel("New picture");
    const mimeType = "image/png";
    await field.setInputFiles({ name: "text.png", mimeType, buffer: Buffer.from("no picture") });
    await page.getByRole("alert").getByText("Invalid image format").waitFor();
    await field.setInputFiles({ name: "icon.png", mimeType, buffer: picture });
    const seen = demo.page.getByRole("navigation").locator(".organization-icon");
    await seen.waitFor();
    const width = () =>
      demo.page.evaluate<number>("document.querySelector('.organization-icon').naturalWidth");
    await expect.poll(width).toBe(256);
    await page.getByRole("button", { name: "Remove picture" }).click();
    await page.getByRole("group").getByRole("button", { name: "Remove picture" }).click();
    await seen.waitFor({ state: "detached" });
    expect(await realm("icon_source")).toBe("G");
  });

  test("an administrator's changes hold for everybody at once; one that only owners make is refused in words", async ({
    expect,
  }) => {
    const { page } = admin;
    await openSection(page, "organization/organization-profile", "Profile");
    await page.getByLabel("Name").fill("Harbour Works");
    await page.getByLabel("Name").press("Enter");
    await demo.page.getByRole("navigation").getByText("Harbour Works").waitFor();
    await openSection(page, "organization/organization-settings", "Settings");
    await page.getByLabel("People may edit their messages").press("Space");
    await expect.poll(() => realm("allow_message_editing")).toBe(false);
    await page.getByLabel("For how long", { exact: true }).selectOption("Without limit");
    await expect.poll(() => realm("message_content_edit_limit_seconds")).toBe(null);
    await page.getByLabel("People join by invitation only").click();
    await page.getByRole("alert").filter({ hasText: "owner" }).waitFor();
    expect(await page.getByLabel("People join by invitation only").isChecked()).toBe(true);
    expect(await realm("invite_required")).toBe(true);
    await openSection(page, "organization/organization-permissions", "Permissions");
    await page.getByLabel("Create bots").selectOption("Administrators and owners");
    await openSection(demo.page, "settings/your-bots", "Bots");
    await demo.page.getByText("You may not make bots").waitFor();
    await page.getByLabel("Create bots").selectOption("Members, without guests");
    await demo.page.getByRole("button", { name: "Create bot" }).waitFor();
  });

  test("somebody gets another role, is deactivated and comes back", async ({ expect }) => {
    const { page } = admin;
    await openSection(page, "organization/users", "Active");
    const max = entry(page, "Max Member");
    await max.getByRole("combobox").selectOption("Moderator");
    await expect.poll(async () => (await user("member2@example.com"))["role"]).toBe(300);
    await confirm(max, "Deactivate");
    await max.waitFor({ state: "detached" });
    expect((await user("member2@example.com"))["is_active"]).toBe(false);
    await openSection(page, "organization/users/deactivated", "Deactivated");
    await page.getByRole("button", { name: "Reactivate Max Member" }).press("Enter");
    await max.waitFor({ state: "detached" });
    expect((await user("member2@example.com"))["is_active"]).toBe(true);
  });

  test("people are invited by mail and by link, and what is revoked is gone from the list", async ({
    expect,
  }) => {
    const { page } = admin;
    await openSection(page, "organization/users/invitations", "Invitations");
    await page.getByLabel("Addresses").fill("admin@example.com");
    await page.getByRole("button", { name: "Invite by e-mail" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Addresses").fill("newcomer@example.com");
    await page.getByRole("button", { name: "Invite by e-mail" }).click();
    await entry(page, "newcomer@example.com").waitFor();
    await page.getByRole("button", { name: "Make a link" }).click();
    const link = entry(page, "Link for anybody");
    await link.waitFor();
    const made = (await demo.admin.get("/invites"))["invites"] as Record<string, unknown>[];
    expect(await page.getByRole("status").innerText()).toBe(made.at(-1)?.["link_url"]);
    await confirm(link, "Revoke");
    await link.waitFor({ state: "detached" });
    expect((await demo.admin.get("/invites"))["invites"]).toHaveLength(1);
  });

  test("default channels, emoji, fields and linkifiers are added and removed; refusals stand beside them", async ({
    expect,
  }) => {
    const { page } = admin;
    await openSection(page, "organization/default-channels-list", "Default channels");
    await page.getByLabel("Add a channel").selectOption("#engineering");
    await entry(page, "engineering").getByRole("button").click();
    await entry(page, "engineering").waitFor({ state: "detached" });
    await openSection(page, "organization/emoji-settings", "Emoji");
    await page.getByLabel("Name of the new emoji").fill("harbour");
    const file = { name: "harbour.png", mimeType: "image/png", buffer: picture };
    await page.getByLabel("Its picture").setInputFiles(file);
    await entry(page, ":harbour:").getByRole("button", { name: "Remove harbour" }).click();
    await entry(page, ":harbour:").waitFor({ state: "detached" });
    await openSection(page, "organization/profile-field-settings", "Profile fields");
    await page.getByLabel("Name").fill("Floor");
    await page.getByLabel("Kind").selectOption("Choice");
    await page.getByLabel("Choices, each on a line of its own").fill("Ground\nFirst");
    await page.getByRole("button", { name: "Add field" }).click();
    await confirm(entry(page, "Floor"), "Delete");
    await entry(page, "Floor").waitFor({ state: "detached" });
    await openSection(page, "organization/linkifier-settings", "Linkifiers");
    await page.getByLabel("Pattern").fill("#(?P<id>[0-9]+");
    await page.getByLabel("Address").fill("https://example.com/{id}");
    await page.getByRole("button", { name: "Add linkifier" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Pattern").fill("#(?P<id>[0-9]+)");
    await page.getByLabel("Pattern").press("Enter");
    await entry(page, "https://example.com/{id}").getByRole("button").click();
    await entry(page, "https://example.com/{id}").waitFor({ state: "detached" });
    expect((await demo.admin.get("/realm/linkifiers"))["linkifiers"]).toEqual([]);
  });

  test("what a bot was told of is listed; what its server refused is delivered again once it takes it", async ({
    expect,
  }) => {
    const { member, page, product } = demo;
    const answers = [404, 200];
    const server = createServer((req, res) => {
      req.resume();
      res.writeHead(answers.shift() ?? 500, { "Content-Type": "application/json" });
      res.end('{"response_not_required": true}');
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const asked = { full_name: "Tide", short_name: "tide", bot_type: 3 };
    const payload_url = JSON.stringify(`http://127.0.0.1:${String(port)}/`);
    const { user_id: id } = await member.post("/bots", { ...asked, payload_url });
    await member.post("/messages", { type: "direct", to: [id], content: "High or low?" });
    const states = async () => {
      await product.settle();
      const { deliveries } = await member.get(`/bots/${String(id)}/deliveries`);
      return (deliveries as { state: string }[]).map(({ state }) => state);
    };
    await expect.poll(states).toEqual(["failed"]);
    await openSection(page, "settings/your-bots", "Bots");
    const bot = entry(page, "tide-bot@");
    await bot.getByRole("button", { name: "Deliveries" }).click();
    await bot.getByText("1 try · last answer 404").waitFor();
    await bot.getByLabel("Failed ones only").check();
    await bot.getByRole("button", { name: "Deliver again" }).click();
    await expect.poll(states).toEqual(["done"]);
    await bot.getByRole("button", { name: "Look again" }).click();
    await bot.getByText("There are none").waitFor();
    await bot.getByLabel("Failed ones only").uncheck();
    await bot.getByText("1 try · last answer 200").waitFor();
    server.close();
  });

  test("a person makes a bot and sees its key, and lists alert words, muted people and topics", async ({
    expect,
  }) => {
    const { page } = demo;
    await openSection(page, "settings/your-bots", "Bots");
    await page.getByLabel("Name", { exact: true }).fill("Weather");
    await page.getByLabel("Short name").fill("weather");
    await page.getByLabel("Short name").press("Enter");
    const bot = entry(page, "weather-bot@");
    await bot.getByRole("button", { name: "Show key" }).click();
    expect(await bot.locator(".key").innerText()).toMatch(/^\w{32}$/);
    await confirm(bot, "Deactivate");
    await bot.waitFor({ state: "detached" });
    await openSection(page, "settings/alert-words", "Alert words");
    await page.getByLabel("New word").fill("lighthouse");
    await page.getByLabel("New word").press("Enter");
    await entry(page, "lighthouse").getByRole("button").click();
    await entry(page, "lighthouse").waitFor({ state: "detached" });
    await openSection(page, "settings/muted-users", "Muted people");
    await page.getByLabel("Mute a person").fill("mo mod");
    await page.getByLabel("Mute a person").press("Enter");
    await entry(page, "Mo Moderator").getByRole("button").click();
    await page.getByText("You have muted nobody.").waitFor();
    const topic = { stream_id: demo.channelId, topic: "noise", visibility_policy: 1 };
    await openSection(page, "settings/topics", "Topics");
    await demo.member.post("/user_topics", topic);
    await entry(page, "noise").getByRole("button").click();
    await entry(page, "noise").waitFor({ state: "detached" });
    expect(demo.problems).toEqual([]);
  });

  test("administrators read who has changed what, look for it, and check that no entry was altered", async ({
    expect,
  }) => {
    await openSection(demo.page, "organization/audit-log", "Profile");
    expect(await demo.page.getByRole("link", { name: "Audit log" }).count()).toBe(0);
    await demo.admin.patch("/realm", { description: "Written down" });
    const { page } = admin;
    await openSection(page, "organization/audit-log", "Audit log");
    const found = page.locator(".records > li");
    await page.getByLabel("What was called").fill("noSuchThing");
    await page.getByRole("button", { name: "Look", exact: true }).click();
    await page.getByText("No entry is like that.").waitFor();
    await page.getByLabel("What was called").fill("updateRealm");
    await page.getByRole("button", { name: "Look", exact: true }).click();
    await found.first().getByText("Ada Admin").click();
    await found.first().locator("ins", { hasText: "Written down" }).waitFor();
    await page.getByRole("button", { name: "Check that no entry was altered" }).click();
    await page.getByText(/^users: all \d+ entries are as they were written/).waitFor();
  });

  test("administrators read what the organization may have and what it uses", async ({
    expect,
  }) => {
    await openSection(demo.page, "organization/usage", "Profile");
    expect(await demo.page.getByRole("link", { name: "Limits and usage" }).count()).toBe(0);
    const { page } = admin;
    await openSection(page, "organization/usage", "Limits and usage");
    const limit = page.locator(".usage > div").filter({ hasText: "Channels" });
    await limit.getByText(/^\d+, no limit$/).waitFor();
    const days = page.getByRole("region", { name: "Usage of the last 30 days" });
    expect(await days.locator("tbody tr").count()).toBe(30);
  });

  test("people agree to exports of private data, and administrators have them made, fetch and delete them", async ({
    expect,
  }) => {
    await demo.page.goto(`${demo.product.url}/#settings/account-and-privacy`);
    await demo.page.getByLabel(/export your private messages/).check();
    const { page } = admin;
    await openSection(page, "organization/data-exports-admin", "Exports");
    await page.getByText(/^1 of \d+ people agrees/).waitFor();
    await page.getByRole("button", { name: /with private data of those who agree/ }).click();
    const link = page.getByRole("link", { name: "Download" });
    await link.waitFor();
    const archive = await page.request.get(
      new URL((await link.getAttribute("href")) ?? "", demo.product.url).href,
    );
    expect(archive.headers()).toMatchObject({ "content-type": "application/zip" });
    const made = page.locator(".records > li").filter({ hasText: "Ada Admin" });
    await confirm(made, "Delete");
    await made.getByText("It was deleted on").waitFor();
    expect(await link.count()).toBe(0);
  });
});

async function user(email: string): Promise<Readonly<Record<string, unknown>>> {
  return (await demo.admin.get(`/users/${email}`))["user"] as Record<string, unknown>;
}
