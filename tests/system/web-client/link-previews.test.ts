import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "../browser.ts";
import { Client } from "../client.ts";
import type { Product } from "../in-process/product.ts";
import { PageServer } from "../linked-pages/page-server.ts";
import { findings } from "./axe.ts";
import { arrived, composeBox, openAs, say, startSite } from "./site.ts";

let product: Product;
let pages: PageServer;

beforeAll(async () => {
  product = await startSite();
  pages = await PageServer.start();
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

describe("previews of pages in the web client (docs/behaviour/markdown.md#previews-of-pages)", () => {
  test("a linked page is shown once an owner wants previews, with a picture of ours, also on a phone", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const problems: string[] = [];
      const outside: string[] = [];
      browser.on("request", (request) => {
        if (request.url().startsWith(pages.url)) outside.push(request.url());
      });
      const page = await openAs(browser, product.url, { email: "owner@example.com", problems });
      await page.goto(`${product.url}/#organization/organization-settings`);
      await page.getByLabel(/^Show what linked pages are about/).check();
      const member = await Client.login(product.url, "member@example.com");
      const wanted = async () =>
        (await member.post("/register", { fetch_event_types: ["realm"] }))[
          "realm_inline_url_embed_preview"
        ];
      await expect.poll(wanted).toBe(true);
      const { stream_id: id } = await member.get("/get_stream_id", { stream: "general" });
      await page.goto(`${product.url}/#narrow/channel/${String(id)}-general/topic/ponds`);
      await composeBox(page).waitFor();
      await say(page, `Look at ${pages.url}/ponds`);
      const message = arrived(page, "Look at");
      await message.getByRole("link", { name: "Ponds of the town" }).waitFor();
      await message.getByText("Where ducks are, and when they are fed.").waitFor();
      const picture = message.locator(".message_embed_image img");
      await expect
        .poll(() => picture.evaluate((image) => Reflect.get(image, "naturalWidth")))
        .toBe(1);
      expect(await picture.getAttribute("src")).toMatch(/^\/external_content\//);
      expect(outside).toEqual([]);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findings(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      const width = () => page.evaluate("document.documentElement.scrollWidth");
      expect(await width()).toBe(320);
      await message.getByRole("link", { name: "Ponds of the town" }).waitFor();
      expect(problems).toEqual([]);
    });
  });

  test("a picture of another server is a link to it that names host and path, and nothing of it is loaded", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const problems: string[] = [];
      const outside: string[] = [];
      browser.on("request", (request) => {
        if (request.url().startsWith(pages.url)) outside.push(request.url());
      });
      const page = await openAs(browser, product.url, { email: "member@example.com", problems });
      const member = await Client.login(product.url, "member@example.com");
      const { stream_id: id } = await member.get("/get_stream_id", { stream: "general" });
      await page.goto(`${product.url}/#narrow/channel/${String(id)}-general/topic/cats`);
      await composeBox(page).waitFor();
      const picture = `${pages.url}/cats/cat.png`;
      const film = `${pages.url}/cats/cat.mp4`;
      await say(page, `${picture}?size=large\n\n${film}`);
      const message = arrived(page, "On another server");
      for (const address of [picture, film]) {
        const { host, pathname } = new URL(address);
        const link = message.getByRole("link", { name: `On another server: ${host}${pathname}` });
        await link.waitFor();
        expect(await link.getAttribute("href")).toContain(address);
        expect(await link.getAttribute("target")).toBe("_blank");
        expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
      }
      expect(await message.locator(".content").locator("img, video").count()).toBe(0);
      expect(await findings(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      expect(outside).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
});
