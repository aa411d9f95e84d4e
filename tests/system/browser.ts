import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { locateServer } from "@team-chat/servers";
import { type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

// Without these a browser on a closed network waits for services of its maker.
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser that is closed when it is disposed of. */
interface OpenBrowser extends AsyncDisposable {
  readonly browser: BrowserContext;
}

/** Opens a real browser, which has nothing of earlier ones. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<OpenBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), "browser-"));
  const browser = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: await locateServer("chromium"),
    headless: true,
    args: flags,
  });
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Calls with a real browser of its own. */
export async function withBrowser(
  use: (browser: BrowserContext) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  await using opened = await openBrowser(options);
  await use(opened.browser);
}
