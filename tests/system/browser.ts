import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { locateServer } from "@team-chat/servers";
import { type BrowserContext, chromium } from "playwright-core";

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

/** Calls with a real browser of its own, which has nothing of earlier ones. */
export async function withBrowser(use: (browser: BrowserContext) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), "browser-"));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await locateServer("chromium"),
    headless: true,
    args: flags,
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
