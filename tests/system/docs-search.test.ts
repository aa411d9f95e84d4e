import { afterAll, beforeAll, describe, test } from "vitest";

import { withBrowser } from "./browser.ts";
import type { Product } from "./in-process/product.ts";
import { startDemo } from "./in-process/start-demo.ts";

let product: Product;

beforeAll(async () => {
  product = await startDemo();
});
afterAll(() => product[Symbol.asyncDispose]());

describe("the search of the API's pages", () => {
  test("the search of the API's pages shows operations that have all words, and goes to the first", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/docs`);
      const search = page.getByRole("searchbox");
      const shown = page.locator(".chapter li:visible");
      await page.keyboard.press("/");
      await page.keyboard.type("reaction add");
      await page.getByText(/^\d+ operations?$/).waitFor();
      const texts = await shown.allInnerTexts();
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.join("\n")).toContain("reactions");
      expect(await page.getByText(/^\d+ operations?$/).innerText()).toMatch(
        new RegExp(`^${texts.length} operation`),
      );
      expect(new URL(page.url()).searchParams.get("q")).toBe("reaction add");
      await search.fill("local_id");
      expect((await shown.allInnerTexts()).join("\n")).toContain("POST /messages");
      await search.fill("no such words");
      expect(await shown.count()).toBe(0);
      await page.getByText("0 operations", { exact: true }).waitFor();
      await search.fill("fetch_api_key");
      const first = shown.first().getByRole("link");
      const address = await first.getAttribute("href");
      await search.press("Enter");
      await page.waitForURL(`${product.url}${String(address)}`);
    });
  });

  test("the search of the API's pages leads from the page of a noun to what it finds", async ({
    expect,
  }) => {
    await withBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`${product.url}/docs`);
      const noun = await page.locator(".chapter h2 a").first().getAttribute("href");
      await page.goto(`${product.url}${String(noun)}`);
      await page.getByRole("searchbox").fill("draft");
      await page.getByRole("searchbox").press("Enter");
      await page.waitForURL(`${product.url}/docs?q=draft`);
      const texts = await page.locator(".chapter li:visible").allInnerTexts();
      expect(texts.join("\n")).toContain("/drafts");
      expect(texts.join("\n")).not.toContain("/users/me/status");
    });
  });
});
