import { locateBrowser, locateServer } from "@team-chat/servers";
import { patient } from "@team-chat/testkit";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

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

/**
 * Those that Playwright has switched off in an ordinary browser and that matter here, and the renderer that is started
 * in advance for a page that may come: most tests end before.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "SpareRendererForSitePerProcess",
  "ThirdPartyStoragePartitioning",
];

/** Browsers of this process by path, from when a test first needs one; they end with the process. */
const launched = new Map<string, Promise<Browser>>();

interface OpenOptions extends BrowserContextOptions {
  /** True for what only the browser for people has: notifications. */
  readonly isWhole?: boolean;
}

/** A browser, as a test sees it, that is closed when it is disposed of. */
interface OpenBrowser extends AsyncDisposable {
  readonly browser: BrowserContext;
}

/**
 * Opens a real browser, which has nothing of earlier ones: cookies, storage, caches and permissions are its own. Those
 * of a process share one program, because to start it takes as much processor time as a short test. Without being asked
 * to it has no service workers: what these answer with is not seen by tests that answer requests themselves.
 */
export async function openBrowser({
  isWhole = false,
  ...options
}: OpenOptions = {}): Promise<OpenBrowser> {
  const program = await (isWhole ? locateServer("chromium") : locateBrowser());
  const running = launched.get(program) ?? launch(program);
  launched.set(program, running);
  const browser = await (await running).newContext({ serviceWorkers: "block", ...options });
  browser.setDefaultTimeout(patient.timeout);
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

/** Calls with a real browser of its own. */
export async function withBrowser(
  use: (browser: BrowserContext) => Promise<void>,
  options: OpenOptions = {},
): Promise<void> {
  await using opened = await openBrowser(options);
  await use(opened.browser);
}

async function launch(executablePath: string): Promise<Browser> {
  const args = [...flags, `--disable-features=${disabledFeatures.join(",")}`];
  return chromium.launch({ executablePath, headless: true, args });
}
