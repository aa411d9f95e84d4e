import { locateBrowser } from "@team-chat/servers";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

// Without these a browser on a closed network waits for services of its maker.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A telephone's network and processor, as browsers' tools call it: Fast 4G, four times slower. */
const slow = {
  network: {
    offline: false,
    latency: 165,
    downloadThroughput: (9 * 0.9 * 1024 * 1024) / 8,
    uploadThroughput: (1.5 * 0.9 * 1024 * 1024) / 8,
  },
  processor: 4,
};

/** Starts a real browser, which ends with the resources. */
export async function openBrowser(resources: AsyncDisposableStack): Promise<Browser> {
  const executablePath = await locateBrowser();
  const browser = await chromium.launch({ executablePath, headless: true, args });
  resources.defer(() => browser.close());
  return browser;
}

/** Makes a page as slow as on a telephone. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", slow.network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow.processor });
}

/** Logs one of the demo accounts in, as the form of the page to log in does. */
export async function logIn(context: BrowserContext, url: URL, username: string): Promise<void> {
  const answer = await context.request.post(new URL("/login", url).href, {
    headers: { origin: url.origin },
    form: { username, password: "correct-horse-battery" },
    maxRedirects: 0,
  });
  if (answer.status() !== 303) throw new Error(`logging in was answered with ${answer.status()}`);
}
