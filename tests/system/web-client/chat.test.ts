import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { arrived, composeBox, openAs, say, startSite } from "./site.ts";

let product: Product;
let admin: Client;
let channelId: number;

const memberEmail = "member@example.com";

beforeAll(async () => {
  product = await startSite();
  admin = await Client.login(product.url, "admin@example.com");
  channelId = Number((await admin.get("/get_stream_id", { stream: "general" }))["stream_id"]);
});
afterAll(() => product[Symbol.asyncDispose]());

/** One dot, as small as pictures get. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

async function post(topic: string, content: string): Promise<number> {
  const sent = await admin.post("/messages", { type: "channel", to: "general", topic, content });
  if (sent.result !== "success") throw new Error(sent.msg);
  await product.settle();
  return Number(sent["id"]);
}

const place = (topic: string) =>
  `${product.url}/#narrow/channel/${String(channelId)}-general/topic/${topic}`;

describe("the web client (docs/subsystems/web-client.md)", () => {
  test("a newcomer logs in with one click, finds what is unread, reads it, and the inbox becomes empty", async ({
    expect,
  }) => {
    await post("lunch", "Noon at the **pond**?");
    await withBrowser(async (browser) => {
      const problems: string[] = [];
      const page = await openAs(browser, product.url, { email: memberEmail, problems });
      await page.getByRole("main").getByRole("link", { name: /lunch/ }).click();
      await arrived(page, "Noon at the pond?").waitFor();
      expect(await arrived(page, "Noon").locator("strong").innerText()).toBe("pond");
      await page.getByRole("link", { name: /^Inbox/ }).click();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      const buttons = page.getByRole("button", { name: "Mark as read" });
      while ((await buttons.count()) > 0) await buttons.first().click();
      await page.getByText("Nothing is unread.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Nothing is unread.").waitFor({ state: "detached" });
      expect(problems).toEqual([]);
    });
  });

  test("a picture is shown by its thumbnail, also to whoever saw the message before there was one (docs/behaviour/uploads.md#thumbnails)", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const problems: string[] = [];
      const page = await openAs(browser, product.url, { email: memberEmail, problems });
      await page.goto(place("pictures"));
      const { url } = await admin.upload("/user_uploads", { name: "dot.png", bytes: dot });
      await post("pictures", `Look: [dot.png](${String(url)})`);
      const thumbnail = String(url).replace("/user_uploads/", "/user_uploads/thumbnail/");
      const picture = arrived(page, "Look:").locator(`img[src="${thumbnail}/840x560.webp"]`);
      await picture.waitFor();
      await expect
        .poll(() => picture.evaluate((image) => Reflect.get(image, "naturalWidth")))
        .toBe(1);
      expect(problems).toEqual([]);
    });
  });

  test("two people who chat in two browsers see each other's messages at once, also in a new topic", async ({
    expect,
  }) => {
    await withBrowser(async (one) => {
      await withBrowser(async (other) => {
        const mia = await openAs(one, product.url, { email: memberEmail });
        const max = await openAs(other, product.url, { email: "member2@example.com" });
        await mia.goto(place("garden"));
        await max.goto(place("garden"));
        await say(mia, "Who waters the plants?");
        await arrived(max, "Who waters the plants?").waitFor();
        await say(max, "I do :herb:");
        await arrived(mia, "I do").waitFor();
        await mia.goto(`${product.url}/#narrow/channel/${String(channelId)}-general`);
        await mia.getByLabel("Topic", { exact: true }).fill("Compost");
        await say(mia, "And the compost?");
        await max
          .getByRole("link", { name: /Compost/ })
          .first()
          .click();
        await arrived(max, "And the compost?").waitFor();
        expect(await arrived(max, "And the compost?").count()).toBe(1);
        // As in a window that is hidden right behind the key.
        await mia.evaluate("globalThis.requestAnimationFrame = () => 0");
        await say(mia, "I must go");
        await arrived(max, "I must go").waitFor();
      });
    });
  });

  test("a message that is written without a connection waits, survives a reload, and is sent once", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place("tunnel"));
      await page.getByText("No messages here yet.").waitFor();
      await page.route("**/api/v1/messages", (route) => route.abort());
      await say(page, "From the tunnel");
      await page.getByText("Waiting for the connection").waitFor();
      await page.reload();
      await page.getByText("From the tunnel").waitFor();
      await page.unroute("**/api/v1/messages");
      await arrived(page, "From the tunnel").waitFor();
      const narrow = [{ operator: "topic", operand: "tunnel" }];
      const asked = { anchor: "newest", num_before: 10, num_after: 0, narrow };
      expect((await admin.get("/messages", asked))["messages"]).toHaveLength(1);
    });
  });

  test("a message that is refused says why, and what was typed is not lost", async ({ expect }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      const channel = await admin.post("/channels/create", {
        name: "announcements",
        subscribers: [],
        can_send_message_group: { direct_members: [], direct_subgroups: [] },
      });
      await page.goto(`${product.url}/#narrow/channel/${String(channel["id"])}/topic/news`);
      await say(page, "Hello?");
      await page.getByRole("alert").filter({ hasText: "Not sent:" }).waitFor();
      await page.getByText("Hello?").waitFor();
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByText("Hello?").waitFor({ state: "detached" });
      expect(await page.getByRole("alert").count()).toBe(0);
    });
  });

  test("a client whose queue is lost goes on without a reload and without a gap", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const polled = browser.waitForEvent("request", (request) =>
        request.url().includes("queue_id="),
      );
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place("deploy"));
      const queue = new URL((await polled).url()).searchParams.get("queue_id") ?? "";
      await say(page, "Before");
      await arrived(page, "Before").waitFor();
      await page.evaluate("globalThis.isOldPage = true");
      const member = await Client.login(product.url, memberEmail);
      await member.delete("/events", { queue_id: queue });
      await post("deploy", "Meanwhile");
      await arrived(page, "Meanwhile").waitFor();
      await post("deploy", "After");
      await arrived(page, "After").waitFor();
      expect(await page.evaluate("globalThis.isOldPage")).toBe(true);
      expect(await page.locator("article[data-id] .content").allInnerTexts()).toEqual([
        "Before",
        "Meanwhile",
        "After",
      ]);
    });
  });

  test("messages that were asked for before an edit, and come after it, are shown as they are now", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const id = await post("slow", "As it was");
      const page = await openAs(browser, product.url, { email: memberEmail });
      const asked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      await page.route(/\/api\/v1\/messages\?/, async (route) => {
        const response = await route.fetch();
        asked.resolve();
        await released.promise;
        await route.fulfill({ response });
      });
      await page.goto(place("slow"));
      await asked.promise;
      await admin.patch(`/messages/${String(id)}`, { content: "As it is" });
      await post("behind-it", "What comes after the edit has come, and so has the edit");
      await page.getByRole("link", { name: /behind-it/ }).waitFor();
      released.resolve();
      await page.locator("article[data-id]").waitFor();
      expect(await page.locator("article[data-id] .content").allInnerTexts()).toEqual(["As it is"]);
    });
  });

  test("what was typed and not sent is kept at the server, and is there in another browser", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place("letters"));
      const saved = page.waitForResponse((response) => response.url().endsWith("/api/v1/drafts"));
      await composeBox(page).fill("Dear all,");
      await saved;
    });
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place("letters"));
      expect(await composeBox(page).inputValue()).toBe("Dear all,");
    });
  });

  test("somebody who names a person writes two letters of the name, and edits the last message with a key", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place("names"));
      const box = composeBox(page);
      await box.fill(" today");
      await box.press("Home");
      await box.pressSequentially("Ask @ad");
      await page.getByRole("option", { name: /Ada Admin/ }).waitFor();
      // Nothing is drawn any more: keys come quicker than frames on a busy machine.
      await page.evaluate("globalThis.requestAnimationFrame = () => 0");
      await box.press("Enter");
      await box.pressSequentially("about it");
      await box.press("Enter");
      await arrived(page, "Ask @Ada Admin about it today").waitFor();
      await box.press("ArrowUp");
      const edit = page.getByRole("textbox", { name: "Edit message" });
      await edit.and(page.locator(":enabled")).fill("Ask nobody");
      await edit.press("Enter");
      await arrived(page, "Ask nobody").getByText("edited").waitFor();
      expect(await arrived(page, "Ask @Ada").count()).toBe(0);
    });
  });

  test("a file that is chosen is uploaded and linked to, and one too large is refused in words", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place("files"));
      const files = page.getByLabel("Attach files");
      await files.setInputFiles({
        name: "notes.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("A"),
      });
      await expect
        .poll(() => composeBox(page).inputValue())
        .toContain("[notes.txt](/user_uploads/");
      await composeBox(page).press("Enter");
      await arrived(page, "notes.txt").getByRole("link", { name: "notes.txt" }).waitFor();
      const large = Buffer.alloc(26 * 1024 * 1024);
      await files.setInputFiles({ name: "film.bin", mimeType: "video/mp4", buffer: large });
      await page.getByRole("alert").filter({ hasText: "film.bin is larger than 25 MB" }).waitFor();
    });
  });

  test("a session that is ended elsewhere leads to the page to log in, and back to the same place", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await openAs(browser, product.url, { email: memberEmail });
      await page.goto(place("places"));
      await composeBox(page).waitFor();
      const member = await Client.login(product.url, memberEmail);
      await member.delete("/users/me/sessions");
      await page.getByRole("heading", { name: /^Log in to/ }).waitFor();
      await page.getByRole("button", { name: memberEmail, exact: true }).click();
      await composeBox(page).waitFor();
      expect(page.url()).toBe(place("places"));
      await page.getByTitle("Your account").click();
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("heading", { name: /^Log in to/ }).waitFor();
      expect(await page.evaluate("localStorage.length")).toBe(0);
    });
  });
});
