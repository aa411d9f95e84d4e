import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";

import type { BrowserContext } from "playwright-core";
import { test } from "vitest";

import { withBrowser } from "../../browser.ts";
import { PageServer } from "../../linked-pages/page-server.ts";
import { openAs, startSite } from "../site.ts";
import { furnish } from "./furnish.ts";
import { type Screen, screensOf } from "./screens.ts";

const folder = path.resolve(".cache/screenshots");

const looks = [
  { name: "light-1280", colorScheme: "light", width: 1280, height: 800 },
  { name: "dark-1280", colorScheme: "dark", width: 1280, height: 800 },
  { name: "light-320", colorScheme: "light", width: 320, height: 640 },
  { name: "dark-320", colorScheme: "dark", width: 320, height: 640 },
] as const;

/** Only pictures whose names contain this; all when it is not set. */
const wanted = process.env["SCREENS"] ?? "";

test("a picture of every screen is made, in light and dark, wide and narrow", async ({
  expect,
}) => {
  await using product = await startSite();
  await using pages = await PageServer.start();
  await furnish(product, pages.url);
  mkdirSync(folder, { recursive: true });
  const screens = await screensOf(product.url);
  const workers = { serviceWorkers: "allow" } as const;
  await withBrowser(async (browser) => {
    for (const email of ["member@example.com", "owner@example.com"])
      await take(browser, {
        url: product.url,
        email,
        screens: screens.filter((screen) => screen.by === email && screen.name.includes(wanted)),
      });
  }, workers);
  const made = readdirSync(folder).filter((file) => file.endsWith(".png"));
  expect(made.length).toBeGreaterThan(0);
  console.log(`${String(made.length)} pictures are in ${folder}.`);
});

interface Taking {
  readonly url: string;
  readonly email: string;
  readonly screens: readonly Screen[];
}

async function take(browser: BrowserContext, { email, screens, url }: Taking): Promise<void> {
  if (screens.length === 0) return;
  const page = await openAs(browser, url, { email });
  for (const { colorScheme, height, name: look, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    for (const screen of screens) {
      await page.goto(`${url}/${screen.address}`);
      await screen.open?.(page);
      if (screen.isLoading !== true)
        await page.locator(".late").first().waitFor({ state: "detached" });
      await page.screenshot({ path: path.join(folder, `${screen.name}-${look}.png`) });
      await page.keyboard.press("Escape");
      await screen.close?.(page);
    }
  }
  await page.close();
}
